import { times } from "@colonnade/domain/limits.ts";
import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { sayMoment, sayWhen } from "../ui/time.tsx";

/** Milliseconds between two requests while the index is stalled. */
const WHILE_STALLED = 60_000;

/** What the line needs of the status. The typed client would create the schemas of all calls on pages without calls. */
const statusSchema = z.object({
  stalled: z.nullable(z.string()),
  tip: z.nullable(z.object({ blockTime: z.string() })),
});

async function readStatus({ signal }: { signal: AbortSignal }) {
  const response = await fetch("/api/status", { signal });
  if (!response.ok) throw new Error(`/api/status answered ${response.status}`);
  return statusSchema.parse(await response.json());
}

/** When the page was last updated, if what it shows is older than it should be. It lies over the page's top margin. */
export function UpdatedLine() {
  const { data, isError, dataUpdatedAt, errorUpdatedAt } = useQuery({
    queryKey: ["status"],
    queryFn: readStatus,
    refetchInterval: ({ state }) => (state.data?.stalled == null ? times.refetch : WHILE_STALLED),
  });
  // The line also appears if the service has not answered for a whole refetch interval.
  const isSilent = isError && errorUpdatedAt - dataUpdatedAt >= times.refetch;
  const date = stalledAt(data) ?? (isSilent && data !== undefined ? new Date(dataUpdatedAt) : null);
  return (
    <div className="page relative print:hidden">
      <p role="status" className="absolute top-0 z-10 bg-paper pr-2 text-xs text-muted">
        {date === null ? null : (
          <>
            {/* Announced once. The words that everybody sees change by the minute. */}
            <span className="sr-only">Updated on {sayMoment(date)}</span>
            <span aria-hidden="true" title={sayMoment(date)} className="block py-1">
              Updated {sayWhen(date.toISOString())}
            </span>
          </>
        )}
      </p>
    </div>
  );
}

/** @returns the time of the newest indexed block if the index is stalled */
function stalledAt(status: z.infer<typeof statusSchema> | undefined): Date | null {
  if (status === undefined || status.stalled === null || status.tip === null) return null;
  return new Date(status.tip.blockTime);
}
