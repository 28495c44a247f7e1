import type { PendingEvent } from "@colonnade/domain/event.ts";
import { type EventType, eventTypeOfFunction } from "@colonnade/domain/event-type.ts";
import { Cl, ClarityType, type ClarityValue } from "@stacks/transactions";
import type { TransactionReport } from "../chain/node.ts";

/** What a transaction itself says; of what its announcement claimed nothing is left. */
export function seenAs(report: TransactionReport) {
  const event = typeOf(report.functionName);
  const values = report.functionArguments.map((hex) => Cl.deserialize(hex));
  return {
    event,
    metadata: JSON.stringify(metadataOf(event, values)),
    verified: true,
    announcer: null,
    failure: report.status.startsWith("dropped") ? report.status : null,
  };
}

function typeOf(functionName: string | null): EventType {
  const known = Object.entries(eventTypeOfFunction).find(([name]) => name === functionName);
  return known?.[1] ?? "UNKNOWN";
}

function metadataOf(event: EventType, [first]: ClarityValue[]): PendingEvent["metaData"] {
  if (first?.type !== ClarityType.UInt) return {};
  const id = Number(first.value);
  if (!Number.isSafeInteger(id) || id < 1) return {};
  switch (event) {
    case "EDIT_ENDORSEMENT":
    case "APPROVE_ENDORSEMENT":
    case "BURN_ENDORSEMENT":
    case "DISPLAY_STATUS":
      return { endorsementId: id };
    case "ADD_REPRESENTATIVE":
    case "REMOVE_REPRESENTATIVE":
      return { organizationId: id };
    default:
      return {};
  }
}
