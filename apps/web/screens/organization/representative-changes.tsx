import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { useProfile } from "../../features/profile/query.ts";
import type { SentTransaction } from "../../features/wallet/stored-state.ts";
import { StatusLink } from "../../features/wallet/transaction-state.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";

/** Changes that were sent and wait for their block. */
export function RepresentativeChanges({ changes }: { changes: SentTransaction[] }) {
  return (
    <div aria-live="polite">
      {changes.length === 0 ? null : (
        <ul aria-label="Changes on their way" className="pt-1 text-pending">
          {changes.map((change) => (
            <li key={change.txId} className="flex flex-wrap items-center gap-x-5">
              <span className="inline-flex min-h-11 items-center gap-2">
                <SpinnerMark />
                <span>
                  <Name address={change.metaData.person ?? null} /> is being{" "}
                  {change.event === "ADD_REPRESENTATIVE" ? "added" : "removed"}.
                </span>
              </span>
              <span className="text-ink">
                <StatusLink txId={change.txId} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Name({ address }: { address: string | null }) {
  const profile = useProfile(address);
  if (address === null) return "Somebody";
  return (profile.data && displayName(profile.data)) || shortenPrincipal(address);
}
