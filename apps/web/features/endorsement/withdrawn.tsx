import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { classNames } from "../../ui/class-names.ts";
import { ExplorerLink } from "../../ui/explorer-link.tsx";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import { Time } from "../../ui/time.tsx";

/** Says that an endorsement was withdrawn, in which block, and why. */
export function Withdrawn({
  withdrawn: { height, date, txId, reason },
  className,
}: {
  withdrawn: NonNullable<Endorsement["withdrawn"]>;
  className?: string;
}) {
  return (
    <div
      className={classNames(
        "relative z-10 flex flex-col gap-1.5 border-t border-rule pt-3",
        className,
      )}
    >
      <Stamp status="withdrawn" />
      {reason === null ? null : (
        <p dir="auto" className="measure break-words text-muted">
          <RevealedText>{reason}</RevealedText>
        </p>
      )}
      <p className="font-mono text-xs text-muted">
        <ExplorerLink
          txId={txId}
          className="underline decoration-rule underline-offset-4 hover:decoration-seal"
        >
          block {height.toLocaleString("en")}
          <span className="sr-only">, see the transaction in the explorer</span>
        </ExplorerLink>
        , <Time date={date} />
      </p>
    </div>
  );
}
