import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type Failure, FailureSwitches, refusalOf } from "./failure.tsx";
import type { NodeApi } from "./node-api.ts";
import { type Answer, errorCode, type RpcError } from "./protocol.ts";

/** What the screen of a request works with. */
export interface RequestContext {
  /** The origin of the asking site. */
  site: string;
  api: NodeApi;
  answer: (answer: Answer) => void;
  /** Calls the listener when Esc is pressed outside this page. Returns a function that stops it. */
  onCancel: (listener: () => void) => () => void;
  /** Asks the site for a dialog of this height, in CSS pixels. */
  requestHeight: (height: number) => void;
}

/** Turns a failure that can be retried into the error that the site gets if the user gives up. */
export function describeProblem(error: unknown): RpcError {
  const message = error instanceof Error ? error.message : String(error);
  return { code: errorCode.internal, message };
}

interface RequestFrameProps {
  context: RequestContext;
  /** The request in a few words. */
  title: ReactNode;
  children: ReactNode;
  /** The failures that make sense here, `none` first. */
  failures: readonly Failure[];
  /** While true, neither button works. */
  isBusy?: boolean;
  /** Confirm still waits for the node. */
  isLoading?: boolean;
  /** Its message is shown. */
  problem?: RpcError | undefined;
  onConfirm: (failure: Failure) => void;
}

/** The frame of every request: who asks, what for, Cancel and Confirm. Esc cancels, Enter confirms. */
export function RequestFrame(props: RequestFrameProps) {
  const { context, title, children, failures, isBusy = false, isLoading = false, problem } = props;
  const [failure, setFailure] = useState<Failure>("none");
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useContentHeight(context.requestHeight);

  const cancel = () => {
    if (isBusy) return;
    const message = "The request was cancelled in the Dev Wallet";
    context.answer({ error: problem ?? { code: errorCode.cancelled, message } });
  };
  const onEscape = useEffectEvent(cancel);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") onEscape();
    };
    document.addEventListener("keydown", onKey);
    const stop = context.onCancel(() => onEscape());
    return () => {
      document.removeEventListener("keydown", onKey);
      stop();
    };
  }, [context]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || isLoading) return;
    const refusal = refusalOf(failure);
    if (refusal === undefined) props.onConfirm(failure);
    else context.answer({ error: refusal });
  };

  return (
    <form className="frame" onSubmit={confirm} ref={content} noValidate>
      <Masthead />
      <main>
        <div className="content">
          <p className="asker">
            <strong>{context.site.replace(/^https?:\/\//, "")}</strong> asks you to
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

/**
 * Measures the height at which the frame of header, content and footer needs no scrolling.
 * @param onHeight called with the height in CSS pixels whenever it changes
 * @returns the ref of the frame; the child of its `main` scrolls
 */
function useContentHeight(onHeight: (height: number) => void): RefObject<HTMLFormElement | null> {
  const frame = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const parts = frame.current?.querySelectorAll("header, main > *, footer") ?? [];
    const measure = () => {
      const heights = Array.from(parts, (part) => part.getBoundingClientRect().height);
      onHeight(heights.reduce((sum, height) => sum + height, 0));
    };
    const observer = new ResizeObserver(measure);
    for (const part of parts) observer.observe(part);
    return () => observer.disconnect();
  }, [onHeight]);
  return frame;
}

/** Reminds the user on every screen that this is not a real wallet. */
export function Masthead() {
  return (
    <header>
      <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" className="mark">
        <path d="M1 2h22v3.2H1zM1 18.8h22V22H1zM3.6 7h3.2v10H3.6zM10.4 7h3.2v10h-3.2zM17.2 7h3.2v10h-3.2z" />
      </svg>
      <span className="name">Dev Wallet</span>
      <span className="caution">devnet only, worthless money</span>
    </header>
  );
}
