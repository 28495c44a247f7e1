import { bob, carol, type DevnetAccount, erin } from "@colonnade/devnet/accounts.ts";
import type { EventType } from "@colonnade/domain/event-type.ts";
import { protocolContract } from "./blocks.ts";

/** A call by the robot, and its event's recipients other than the robot and its deployer. */
interface RobotCall {
  /** The function and its arguments, in Clarity. */
  call: string;
  type: EventType;
  about: { endorsementId?: number; organizationId?: number };
  recipient?: { address: string };
  title?: string;
  others: DevnetAccount[];
}

const address = `${bob.address}.robot`;
const words = (text: string) => `u"A title" u1 u"${text}" "ipfs://image"`;
/** The ids that follow those of `protocolCalls`. */
const endorsementId = 5;
const organizationId = 2;

const calls: readonly RobotCall[] = [
  {
    call: 'register-profile 0x627463 0x726f626f74 none "ipfs://robot"',
    type: "REGISTER_PROFILE",
    about: {},
    others: [],
  },
  {
    call: 'update-statement u"I am a contract"',
    type: "UPDATE_STATEMENT",
    about: {},
    others: [],
  },
  {
    call: 'update-profile-image-url "ipfs://robot-two"',
    type: "UPDATE_PROFILE_IMAGE",
    about: {},
    others: [],
  },
  {
    call: `submit-endorsement '${address} '${carol.address} ${words("Some words")} none`,
    type: "SUBMIT_ENDORSEMENT",
    about: { endorsementId },
    recipient: carol,
    title: "A title",
    others: [carol],
  },
  {
    call: `watcher-new-organization '${address} u"robot.btc" "ipfs://logo" u"Robots" u"https://robot.example" (list)`,
    type: "WATCHER_NEW_ORGANIZATION",
    about: { organizationId },
    recipient: { address },
    others: [],
  },
  {
    call: `add-representative u${organizationId} '${erin.address}`,
    type: "ADD_REPRESENTATIVE",
    about: { organizationId },
    recipient: erin,
    others: [erin],
  },
  {
    call: `watcher-remove-profile '${carol.address}`,
    type: "WATCHER_REMOVE_PROFILE",
    about: {},
    recipient: carol,
    others: [carol],
  },
  { call: "remove-profile", type: "REMOVE_PROFILE", about: {}, others: [] },
];

/** A contract of Bob's that calls the protocol when it is deployed. It must be a watcher before that. */
export const robot = {
  name: "robot",
  address,
  calls,
  // The devnet's VM drops the effects of a contract with a single expression, so the first one does nothing.
  code: [
    '(define-read-only (name) "robot")',
    ...calls.map(({ call }) => `(contract-call? '${protocolContract} ${call})`),
  ].join("\n"),
};
