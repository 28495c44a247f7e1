import type { PlainValue } from "@colonnade/domain/clarity-value.ts";
import type { PendingEvent } from "@colonnade/domain/event.ts";

/**
 * What a call of the protocol is about: an endorsement, an organization, or nothing with a number.
 * @param first what it calls with first
 */
export function aboutOf(
  functionName: string | null,
  first: PlainValue | undefined,
): PendingEvent["metaData"] {
  const id = typeof first === "bigint" ? Number(first) : 0;
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
