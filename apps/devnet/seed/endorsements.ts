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

export interface SeedEndorsement {
  sender: DevnetAccount;
  receiver: DevnetAccount;
  category: CategoryName;
  title: string;
  description: string;
  /** Sent in the name of this organization. */
  organization?: string;
  /** Words sent after the first, by the sender (accepted at once) or the receiver (a suggestion). */
  edit?: { by: DevnetAccount; title: string; description: string };
  approved: boolean;
}

/** In the order they are sent, so the last is the first on the feed. */
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
