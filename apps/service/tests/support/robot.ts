import { bob, carol, type DevnetAccount, erin } from "@colonnade/devnet/accounts.ts";
import type { ProfileEvent } from "@colonnade/domain/event.ts";
import type { EventType } from "@colonnade/domain/event-type.ts";
import { protocolContract } from "./blocks.ts";

/** Something that the robot does, and who hears of it beside itself and whoever deploys it. */
interface Deed {
  /** What it calls, in Clarity. */
  call: string;
  type: EventType;
  metaData: ProfileEvent["metaData"];
  others: DevnetAccount[];
}

const address = `${bob.address}.robot`;
const words = (text: string) => `u"A title" u1 u"${text}" "ipfs://image"`;
/** The numbers after those of the happenings. */
const endorsementId = 3;
const organizationId = 2;

const deeds: readonly Deed[] = [
  {
    call: 'register-profile 0x627463 0x726f626f74 none "ipfs://robot"',
    type: "REGISTER_PROFILE",
    metaData: {},
    others: [],
  },
  {
    call: 'update-statement u"I am a contract"',
    type: "UPDATE_STATEMENT",
    metaData: {},
    others: [],
  },
  {
    call: 'update-profile-image-url "ipfs://robot-two"',
    type: "UPDATE_PROFILE_IMAGE",
    metaData: {},
    others: [],
  },
  {
    call: `submit-endorsement '${address} '${carol.address} ${words("Some words")} none`,
    type: "SUBMIT_ENDORSEMENT",
    metaData: { endorsementId },
    others: [carol],
  },
  {
    call: `watcher-new-organization '${address} u"robot.btc" "ipfs://logo" u"Robots" u"https://robot.example" (list)`,
    type: "WATCHER_NEW_ORGANIZATION",
    metaData: { organizationId },
    others: [],
  },
  {
    call: `add-representative u${organizationId} '${erin.address}`,
    type: "ADD_REPRESENTATIVE",
    metaData: { organizationId },
    others: [erin],
  },
  {
    call: `watcher-remove-profile '${carol.address}`,
    type: "WATCHER_REMOVE_PROFILE",
    metaData: {},
    others: [carol],
  },
  { call: "remove-profile", type: "REMOVE_PROFILE", metaData: {}, others: [] },
];

/** A contract of Bob's that acts on its own account as it is deployed. It has to be a watcher by then. */
export const robot = {
  name: "robot",
  address,
  deeds,
  // The VM of the devnet runs a single expression without its effects, so the first does nothing.
  code: [
    '(define-read-only (name) "robot")',
    ...deeds.map(({ call }) => `(contract-call? '${protocolContract} ${call})`),
  ].join("\n"),
};
