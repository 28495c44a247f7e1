/** What can happen to a person on Colonnade. */
export const eventTypes = [
  "REGISTER_PROFILE",
  "REMOVE_PROFILE",
  "UPDATE_PROFILE_IMAGE",
  "UPDATE_STATEMENT",
  "SUBMIT_ENDORSEMENT",
  "EDIT_ENDORSEMENT",
  "APPROVE_ENDORSEMENT",
  "BURN_ENDORSEMENT",
  "DISPLAY_STATUS",
  "WATCHER_REMOVE_PROFILE",
  "ADD_WATCHER",
  "REMOVE_WATCHER",
  "WATCHER_NEW_ORGANIZATION",
  "ADD_REPRESENTATIVE",
  "REMOVE_REPRESENTATIVE",
  "NEW_FOLLOWER",
  "UNKNOWN",
] as const;
export type EventType = (typeof eventTypes)[number];

/** How it stands with what happened: announced, in a block, or in vain. */
export const eventStatuses = ["PENDING", "SUCCESS", "FAILED"] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** The event type of each public function of the protocol contract, which is also the topic it prints. */
export const eventTypeOfFunction = {
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
} as const satisfies Record<string, EventType>;

/** A public function of the protocol contract that changes something of what is shown. */
export type ProtocolFunction = keyof typeof eventTypeOfFunction;
