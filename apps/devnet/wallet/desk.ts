import { errorCode } from "./error-code.ts";
import type { Answer, RpcError } from "./message.ts";
import type { NodeApi } from "./node-api.ts";

/** What every request's screen works with. */
export interface Desk {
  /** The origin of the asking site. */
  site: string;
  api: NodeApi;
  answer: (answer: Answer) => void;
  /** Calls the listener when Esc is pressed outside of this page; returns how to stop that. */
  onCancel: (listener: () => void) => () => void;
  /** Tells the site how high the dialog wants to be, in CSS pixels. */
  sayHeight: (height: number) => void;
}

/** Something went wrong and can be tried again; `error` is what the site hears if the person gives up. */
export interface Problem {
  message: string;
  error: RpcError;
}

/** Anything that went wrong, as a sentence to show and an error to answer with. */
export function describeProblem(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  return { message, error: { code: errorCode.internal, message } };
}
