import type { CategoryName } from "@colonnade/domain/category.ts";
import {
  alice,
  atelier,
  bob,
  carol,
  clarityuniverse,
  type DevnetAccount,
  dan,
} from "../accounts.ts";

export interface SeedProfile {
  account: DevnetAccount;
  statement: string;
  /** A PNG in `images/`. */
  image: string;
  /** Shown instead where the service cannot be reached to upload the image. */
  fallback: CategoryName;
}

export const profiles: readonly SeedProfile[] = [
  {
    account: alice,
    statement:
      "I build small tools that other people lean on. Fifteen years of backend work, the last five of them on Bitcoin layers. I answer messages, I write things down, and I would rather delete a feature than explain it twice.",
    image: "alice.png",
    fallback: "Science and Technology",
  },
  {
    account: bob,
    statement:
      "Security reviewer. I read contracts slowly so that you can sleep quickly. Ask me about post-conditions; I have opinions and a whiteboard.",
    image: "bob.png",
    fallback: "Legal",
  },
  {
    account: carol,
    statement:
      "Muralist and product lead, in that order before noon. I paint walls with the people who have to look at them, and run teams the same way.",
    image: "carol.png",
    fallback: "Art and Culture",
  },
  {
    account: dan,
    statement:
      "Bookkeeper turned Clarity student at forty-six. Treasurer of two cooperatives and one choir. I like it when the numbers agree and everybody can see why.",
    image: "dan.png",
    fallback: "Finance",
  },
  {
    account: clarityuniverse,
    statement:
      "A nine-week school for people who want to write smart contracts that can be read. Free for anyone who stays to help the next cohort.",
    image: "clarityuniverse.png",
    fallback: "Education and Training",
  },
  {
    account: atelier,
    statement:
      "Forty metres of former bakery, eleven painters, one printing press. We keep the lights on for artists who work with their neighbours.",
    image: "atelier.png",
    fallback: "Membership and Organizations",
  },
];

export interface SeedOrganization {
  admin: DevnetAccount;
  /** An organization is called as its admin's BNS name. */
  name: string;
  logo: CategoryName;
  description: string;
  website: string;
  representatives: readonly DevnetAccount[];
}

export const organizations: readonly SeedOrganization[] = [
  {
    admin: clarityuniverse,
    name: "clarityuniverse.btc",
    logo: "Education and Training",
    description:
      "Clarity Universe teaches people to write contracts that others can read. Nine weeks, small groups, one shipped project each. Whoever finishes comes back to help the next cohort, which is how the school stays free.",
    website: "https://clarityuniverse.example",
    representatives: [clarityuniverse, bob],
  },
  {
    admin: atelier,
    name: "atelier.btc",
    logo: "Art and Culture",
    description:
      "Atelier is a shared studio in a former bakery. Its members paint, print and carve, and every one of them gives a day a month to a wall, a school or a street that asked for it.",
    website: "https://atelier.example",
    representatives: [atelier, carol],
  },
];

/** Who follows whom, once the service is there to be told. */
export const follows: readonly (readonly [DevnetAccount, readonly DevnetAccount[]])[] = [
  [alice, [bob, carol, dan, clarityuniverse]],
  [bob, [alice, carol, clarityuniverse]],
  [carol, [alice, bob, atelier]],
  [dan, [alice, clarityuniverse]],
  [atelier, [carol]],
];
