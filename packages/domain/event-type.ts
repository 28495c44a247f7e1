/** The event type of each topic that the protocol contract prints. The topic is the function's name. */
const eventTypeOfTopic = {
  "register-profile": "REGISTER_PROFILE",
  "remove-profile": "REMOVE_PROFILE",
  "update-profile-image-url": "UPDATE_PROFILE_IMAGE",
  "update-statement": "UPDATE_STATEMENT",
  "submit-endorsement": "SUBMIT_ENDORSEMENT",
  "edit-endorsement": "EDIT_ENDORSEMENT",
  "approve-endorsement": "APPROVE_ENDORSEMENT",
  "burn-endorsement": "BURN_ENDORSEMENT",
  "display-status": "DISPLAY_STATUS",
  "watcher-remove-profile": "WATCHER_REMOVE_PROFILE",
  "add-watcher": "ADD_WATCHER",
  "remove-watcher": "REMOVE_WATCHER",
  "watcher-new-organization": "WATCHER_NEW_ORGANIZATION",
  "add-representative": "ADD_REPRESENTATIVE",
  "remove-representative": "REMOVE_REPRESENTATIVE",
  "watcher-restore-profile": "WATCHER_RESTORE_PROFILE",
  "accept-representation": "ACCEPT_REPRESENTATION",
  "decline-representation": "DECLINE_REPRESENTATION",
  "resign-representation": "RESIGN_REPRESENTATION",
  "propose-admin": "PROPOSE_ADMIN",
  "watcher-replace-admin": "WATCHER_REPLACE_ADMIN",
  "refuse-replacement": "REFUSE_REPLACEMENT",
  "accept-admin": "ACCEPT_ADMIN",
  "decline-admin": "DECLINE_ADMIN",
  "close-organization": "CLOSE_ORGANIZATION",
  "withdraw-endorsement": "WITHDRAW_ENDORSEMENT",
  "discard-endorsement": "DISCARD_ENDORSEMENT",
  "block-sender": "BLOCK_SENDER",
  "unblock-sender": "UNBLOCK_SENDER",
  "block-organization": "BLOCK_ORGANIZATION",
  "unblock-organization": "UNBLOCK_ORGANIZATION",
  "propose-owner": "PROPOSE_OWNER",
  "accept-owner": "ACCEPT_OWNER",
} as const;

/** The event type of each public function of the protocol contract. */
export const eventTypeOfFunction = {
  ...eventTypeOfTopic,
  // `burn-endorsements` prints burn-endorsement for each id.
  "burn-endorsements": "BURN_ENDORSEMENT",
} as const;

/** A public function of the protocol contract. */
export type ProtocolFunction = keyof typeof eventTypeOfFunction;

/** What can happen to a person on Colonnade. */
export const eventTypes = [...Object.values(eventTypeOfTopic), "NEW_FOLLOWER", "UNKNOWN"] as const;
export type EventType = (typeof eventTypes)[number];

/** PENDING: announced. SUCCESS: in a block, or done off chain. FAILED: refused or dropped. */
export const eventStatuses = ["PENDING", "SUCCESS", "FAILED"] as const;
export type EventStatus = (typeof eventStatuses)[number];
