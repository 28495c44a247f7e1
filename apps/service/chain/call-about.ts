import type { PendingEvent } from "@colonnade/domain/event.ts";
import { ClarityType, type ClarityValue } from "@stacks/transactions";

/** What a call of the protocol is about by its first argument: an endorsement, an organization, or nothing with a number. */
export function aboutOf(
  functionName: string | null,
  [first]: readonly ClarityValue[],
): PendingEvent["metaData"] {
  if (first?.type !== ClarityType.UInt) return {};
  const id = Number(first.value);
  if (!Number.isSafeInteger(id) || id < 1) return {};
  switch (functionName) {
    case "edit-endorsement":
    case "approve-endorsement":
    case "burn-endorsement":
    case "display-status":
      return { endorsementId: id };
    case "add-representative":
    case "remove-representative":
      return { organizationId: id };
    default:
      return {};
  }
}
