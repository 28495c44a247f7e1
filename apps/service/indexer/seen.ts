import { type EventType, eventTypeOfFunction } from "@colonnade/domain/event-type.ts";
import { aboutOf } from "../chain/call-about.ts";
import type { TransactionReport } from "../chain/node.ts";

/** What a transaction itself says; of what its announcement claimed nothing is left. */
export function seenAs(report: TransactionReport) {
  return {
    event: typeOf(report.functionName),
    metadata: JSON.stringify(aboutOf(report.functionName, report.firstArgument)),
    verified: true,
    announcer: null,
    failure: report.status.startsWith("dropped") ? report.status : null,
  };
}

function typeOf(functionName: string | null): EventType {
  const known = Object.entries(eventTypeOfFunction).find(([name]) => name === functionName);
  return known?.[1] ?? "UNKNOWN";
}
