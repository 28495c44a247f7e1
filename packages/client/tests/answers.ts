import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import type { Profile } from "@colonnade/domain/full-profile.ts";
import type { ProfileBrief } from "@colonnade/domain/profile.ts";

export const alice: ProfileBrief = {
  address: "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK",
  bns_name: "alice",
  bns: "btc",
  profileImageUrl: "",
};
const bob: ProfileBrief = {
  address: "ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5",
  bns_name: "bob",
  bns: "btc",
  profileImageUrl: "",
};
const date = "2026-01-01T00:00:00.000Z";
const txId = `0x${"1".repeat(64)}`;

/** How an endorsement was withdrawn. */
export const withdrawn = { by: bob.address, reason: null, date, height: 9, txId };

/** An approved endorsement of Alice by Bob. */
export function makeEndorsement(changes: Partial<Endorsement> = {}): Endorsement {
  return {
    id: 1,
    approved: true,
    shown: true,
    title: "A careful reader",
    endorsement: "Alice reads what others skip.",
    milestoneURI: "ipfs://x",
    category: "N/A",
    date,
    height: 5,
    signedHeight: 5,
    wordsDate: date,
    wordsHeight: 5,
    wordsHash: `0x${"2".repeat(64)}`,
    txId,
    senderIssued: 1,
    column_sender: bob,
    column_receiver: alice,
    ...changes,
  };
}

/** Alice's profile with one endorsement. */
export function makeProfile(): Profile {
  return {
    ...alice,
    statement: null,
    status: "CONFIRMED",
    earned: 1,
    issued: 0,
    social: null,
    social_root_id: null,
    organization: [],
    columnMilestones: [makeEndorsement()],
    withdrawnMilestones: [],
    sentMilestones: [],
    followers: [],
    following: [],
    followerCount: 0,
    followingCount: 0,
    pendingApprovals: 0,
    openSuggestions: 0,
  };
}
