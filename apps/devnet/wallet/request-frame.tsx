import {
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useContentHeight } from "./content-height.ts";
import type { Desk, Problem } from "./desk.ts";
import { errorCode } from "./error-code.ts";
import { type Failure, refusalOf } from "./failure.ts";
import { FailureSwitches } from "./failure-switches.tsx";
import { Masthead } from "./masthead.tsx";

interface RequestFrameProps {
  desk: Desk;
  /** What is asked, in a few words. */
  title: ReactNode;
  children: ReactNode;
  /** The failures that make sense here, `none` first. */
  failures: readonly Failure[];
  /** It is being done: neither button works. */
  isBusy?: boolean;
  /** Not everything is known yet that Confirm needs. */
  isLoading?: boolean;
  problem?: Problem | undefined;
  onConfirm: (failure: Failure) => void;
}

/** The frame of every request: who asks, what for, Cancel and Confirm. Esc cancels, Enter confirms. */
export function RequestFrame(props: RequestFrameProps) {
  const { desk, title, children, failures, isBusy = false, isLoading = false, problem } = props;
  const [failure, setFailure] = useState<Failure>("none");
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useContentHeight(desk.sayHeight);

  const cancel = () => {
    if (isBusy) return;
    const message = "The request was cancelled in the Dev Wallet";
    desk.answer({ error: problem?.error ?? { code: errorCode.cancelled, message } });
  };
  const onEscape = useEffectEvent(cancel);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") onEscape();
    };
    document.addEventListener("keydown", onKey);
    const stop = desk.onCancel(() => onEscape());
    return () => {
      document.removeEventListener("keydown", onKey);
      stop();
    };
  }, [desk]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || isLoading) return;
    const refusal = refusalOf(failure);
    if (refusal === undefined) props.onConfirm(failure);
    else desk.answer({ error: refusal });
  };

  return (
    <form className="frame" onSubmit={confirm} ref={content} noValidate>
      <Masthead />
      <main>
        <div className="content">
          <p className="asker">
            <strong>{desk.site.replace(/^https?:\/\//, "")}</strong> asks you to
          </p>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {children}
          <FailureSwitches choices={failures} chosen={failure} onChoose={setFailure} />
        </div>
      </main>
      <footer>
        <div role="alert">
          {problem !== undefined && <p className="problem">{problem.message}</p>}
        </div>
        <div className="buttons">
          <button type="button" aria-disabled={isBusy} onClick={cancel}>
            {problem === undefined ? "Cancel" : "Give up"}
          </button>
          <button type="submit" className="primary" aria-disabled={isBusy || isLoading}>
            {isBusy ? "Signing…" : problem === undefined ? "Confirm" : "Try again"}
          </button>
        </div>
      </footer>
    </form>
  );
}
