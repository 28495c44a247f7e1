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
  /** Used if the service cannot be reached to upload the image. */
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

interface SeedOrganization {
  admin: DevnetAccount;
  /** The organization's name is its admin's BNS name. */
  name: string;
  logo: CategoryName;
  description: string;
  website: string;
  /** Who represents it beside its admin. */
  members: readonly DevnetAccount[];
  /** Who has not answered their invitation. */
  invited: readonly DevnetAccount[];
}

export const organizations: readonly SeedOrganization[] = [
  {
    admin: clarityuniverse,
    name: "clarityuniverse.btc",
    logo: "Education and Training",
    description:
      "Clarity Universe teaches people to write contracts that others can read. Nine weeks, small groups, one shipped project each. Whoever finishes comes back to help the next cohort, which is how the school stays free.",
    website: "https://clarityuniverse.example",
    members: [bob],
    invited: [],
  },
  {
    admin: atelier,
    name: "atelier.btc",
    logo: "Art and Culture",
    description:
      "Atelier is a shared studio in a former bakery. Its members paint, print and carve, and every one of them gives a day a month to a wall, a school or a street that asked for it.",
    website: "https://atelier.example",
    members: [carol],
    invited: [alice],
  },
];

/** Who follows whom. The service keeps the follows, not the chain. */
export const follows: readonly (readonly [DevnetAccount, readonly DevnetAccount[]])[] = [
  [alice, [bob, carol, dan, clarityuniverse]],
  [bob, [alice, carol, clarityuniverse]],
  [carol, [alice, bob, atelier]],
  [dan, [alice, clarityuniverse]],
  [atelier, [carol]],
];

export interface SeedEndorsement {
  sender: DevnetAccount;
  receiver: DevnetAccount;
  category: CategoryName;
  title: string;
  description: string;
  /** Sent in the name of this organization. */
  organization?: string;
  /** Other words: by the sender, who stands by them from then on, or by the receiver as a suggestion. */
  edit?: { by: DevnetAccount; title: string; description: string };
  approved: boolean;
  /** Why the sender withdrew it after it was approved. */
  withdrawn?: string;
}

/** In the order in which they are sent, so the feed shows the last one first. */
export const endorsements: readonly SeedEndorsement[] = [
  {
    sender: atelier,
    receiver: carol,
    category: "Membership and Organizations",
    title: "Member since the ovens were still warm",
    description:
      "Carol signed the lease with us when the place smelled of flour and nobody believed in it. She has never missed a house meeting, and she washes other people's brushes.",
    organization: "atelier.btc",
    approved: true,
  },
  {
    sender: carol,
    receiver: bob,
    category: "Professional and Business",
    title: "Reviewed our print shop before it opened",
    description:
      "Bob went through the shop's contract line by line and told us that it was ready. We opened the next morning with full shelves and a clear conscience.",
    approved: true,
    withdrawn:
      "Bob reviewed an early draft. What we opened with was another contract, which he never saw.",
  },
  {
    sender: bob,
    receiver: alice,
    category: "Identity",
    title: "She is who she says she is",
    description:
      "I have known Alice for eleven years, met her parents, lost to her at chess and carried her sofa up four floors. This key is hers: she signed for it at my kitchen table.",
    approved: true,
  },
  {
    sender: dan,
    receiver: bob,
    category: "Character and Ethics",
    title: "Kept his word when it cost him",
    description:
      "Bob had promised our cooperative a review before a better-paid client called. He did ours first, over a weekend, and told the other client exactly why they had to wait.",
    approved: true,
  },
  {
    sender: carol,
    receiver: dan,
    category: "Recreation and Fitness",
    title: "Runs at the back on purpose",
    description:
      "Every Sunday Dan takes the slowest kilometre of our club run, so that nobody new ever finishes alone. Four people have run their first half marathon because of him.",
    approved: true,
  },
  {
    sender: alice,
    receiver: dan,
    category: "Finance",
    title: "Balanced the books in the open",
    description:
      "Dan found a four-year-old hole in the choir's accounts, published every line of it, and stayed at the hall until the last question was answered. We trust the numbers again.",
    approved: true,
  },
  {
    sender: alice,
    receiver: atelier,
    category: "Art and Culture",
    title: "A studio with the lights on",
    description:
      "When our school lost its art room, Atelier gave thirty children the keys to theirs, two afternoons a week, and asked for nothing but that they sweep up.",
    approved: true,
  },
  {
    sender: bob,
    receiver: clarityuniverse,
    category: "Education and Training",
    title: "They teach reading first",
    description:
      "Most courses hand you a template. Here you spend three weeks reading other people's contracts aloud, and then you never write a careless one again. I send everyone I interview.",
    approved: true,
  },
  {
    sender: dan,
    receiver: alice,
    category: "Legal",
    title: "Read the licence so that we did not have to",
    description:
      "Our cooperative nearly signed away its own software. Alice read all thirty-one pages, marked the two that mattered, and sat with us until we understood both of them.",
    approved: false,
  },
  {
    sender: bob,
    receiver: carol,
    category: "Professional and Business",
    title: "Calm in a bad week",
    description:
      "When the launch slipped twice Carol kept eleven people pointed the same way and still made room for questions.",
    edit: {
      by: bob,
      title: "Calm in a bad week",
      description:
        "When the launch slipped twice Carol kept eleven people pointed the same way, told the customers the truth, and still made room for questions.",
    },
    approved: false,
  },
  {
    sender: dan,
    receiver: carol,
    category: "Character and Ethics",
    title: "Gave the commission away",
    description:
      "Carol was offered the station wall and passed it to two painters just out of school. She held the ladder for a month and is on none of the photographs.",
    edit: {
      by: carol,
      title: "Shared the commission",
      description:
        "Carol was offered the station wall and shared it with two painters just out of school. She held the ladder for a month and is on none of the photographs.",
    },
    approved: false,
  },
  // Dan and the atelier have no tie: neither follows the other, nor does anybody whom Dan follows.
  {
    sender: atelier,
    receiver: dan,
    category: "Recreation and Fitness",
    title: "Sorted forty years of receipts",
    description:
      "Dan came to our open day for the cake, saw the shoe boxes under the press and stayed until the last receipt lay in its folder.",
    approved: false,
  },
  {
    sender: clarityuniverse,
    receiver: dan,
    category: "Education and Training",
    title: "Clarity Camp, second cohort",
    description:
      "Completed all nine weeks, shipped a working escrow, and helped three classmates ship theirs. He asked the question that made us rewrite week four.",
    organization: "clarityuniverse.btc",
    approved: true,
  },
  {
    sender: clarityuniverse,
    receiver: alice,
    category: "Science and Technology",
    title: "Teaches the hard week",
    description:
      "Week six is where people give up. Alice takes it every time, brings soup, and has not lost a student in three cohorts.",
    organization: "clarityuniverse.btc",
    approved: false,
  },
  {
    sender: carol,
    receiver: alice,
    category: "Art and Culture",
    title: "The mural on Fifth",
    description:
      "She came to write the donation page and stayed for nine evenings on the scaffold. The blue in the upper left is hers. It is the only wall in town nobody has tagged.",
    approved: true,
  },
  {
    sender: alice,
    receiver: bob,
    category: "Science and Technology",
    title: "Found the bug everyone missed",
    description:
      "Bob read four thousand lines of Clarity in a weekend and found the one post-condition that could have drained the treasury. He wrote it up so kindly that the author thanked him.",
    approved: true,
  },
];
