import { type Failure, failureWords } from "./failure.ts";

interface FailureSwitchesProps {
  choices: readonly Failure[];
  chosen: Failure;
  onChoose: (failure: Failure) => void;
}

/** Lets whoever develops see how their site takes a failure. Forgotten with the request. */
export function FailureSwitches({ choices, chosen, onChoose }: FailureSwitchesProps) {
  return (
    <details
      className="failures"
      onToggle={(event) => event.currentTarget.scrollIntoView({ block: "nearest" })}
    >
      <summary>
        Fail on purpose
        {chosen !== "none" && <span className="chosen">{failureWords[chosen]}</span>}
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
            {failureWords[failure]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
