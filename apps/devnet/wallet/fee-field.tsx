import { useId } from "react";

interface FeeFieldProps {
  /** In STX, as typed; undefined while the node has not estimated it. */
  fee: string | undefined;
  nonce: bigint | undefined;
  isWrong: boolean;
  /** Absent where the fee is part of what was built. */
  onChange?: ((fee: string) => void) | undefined;
}

/** What it costs, which nonce it takes, and where. */
export function FeeField({ fee, nonce, isWrong, onChange }: FeeFieldProps) {
  const id = useId();
  return (
    <section>
      <h2>Cost</h2>
      <div className="facts">
        <div>
          <label htmlFor={id} className="fact-name">
            Fee in STX
          </label>
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            placeholder="…"
            value={fee ?? ""}
            readOnly={onChange === undefined || fee === undefined}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            onChange={(event) => onChange?.(event.target.value)}
          />
        </div>
        <p>
          <span className="fact-name">Nonce</span>
          <span className="fact fact-value">{nonce === undefined ? "…" : String(nonce)}</span>
        </p>
        <p>
          <span className="fact-name">Network</span>
          <span className="fact fact-value">devnet</span>
        </p>
      </div>
      {isWrong && (
        <p id={`${id}-wrong`} className="wrong">
          A fee is a number of STX with at most six decimals, like 0.003
        </p>
      )}
    </section>
  );
}
