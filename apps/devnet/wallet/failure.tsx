import { errorCode, type RpcError } from "./protocol.ts";

/** What Confirm does instead, so that a developer sees how the site handles the failure. */
export const failures = [
  "none",
  "refuse-cancelled",
  "refuse-xverse",
  "refuse-leather",
  "fail-on-chain",
  "bad-nonce",
] as const;
export type Failure = (typeof failures)[number];

/** Failures that need no transaction. */
export const refusals: readonly Failure[] = failures.filter(
  (failure) => failure === "none" || failure.startsWith("refuse"),
);

const failureLabels: Record<Failure, string> = {
  none: "Do what it says",
  "refuse-cancelled": "Refuse with −31001, as SIP-030 says",
  "refuse-xverse": "Refuse with −32000, as Xverse does",
  "refuse-leather": "Refuse with 4001, as Leather does",
  "fail-on-chain": "Make it fail on chain",
  "bad-nonce": "Make the node refuse it (bad nonce)",
};

const refusalCodes: Partial<Record<Failure, number>> = {
  "refuse-cancelled": errorCode.cancelled,
  "refuse-xverse": errorCode.refusedByXverse,
  "refuse-leather": errorCode.refusedByLeather,
};

/** The error that a refusal answers; undefined for other failures. */
export function refusalOf(failure: Failure): RpcError | undefined {
  const code = refusalCodes[failure];
  return code === undefined
    ? undefined
    : { code, message: "The request was refused in the Dev Wallet" };
}

interface FailureSwitchesProps {
  choices: readonly Failure[];
  chosen: Failure;
  onChoose: (failure: Failure) => void;
}

/** Lets a developer choose a failure for this request only. */
export function FailureSwitches({ choices, chosen, onChoose }: FailureSwitchesProps) {
  return (
    <details
      className="failures"
      onToggle={(event) => event.currentTarget.scrollIntoView({ block: "nearest" })}
    >
      <summary>
        Fail on purpose
        {chosen !== "none" && <span className="chosen">{failureLabels[chosen]}</span>}
      </summary>
      <fieldset>
        <legend>When I press Confirm</legend>
        {choices.map((failure) => (
          <label key={failure} className="switch">
            <input
              type="radio"
              name="failure"
              value={failure}
              checked={failure === chosen}
              onChange={() => onChoose(failure)}
            />
            {failureLabels[failure]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
