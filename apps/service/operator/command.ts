import type { Config } from "@colonnade/domain/config.ts";
import type { Logger } from "pino";
import type { ChainNode } from "../chain/node.ts";
import type { Database } from "../db/database.ts";
import type { GapProgress } from "../monitoring/index-status.ts";

/** What a command works on: a running service's own parts, or those that the command opened itself. */
export interface OperatorContext {
  config: Config;
  database: Database;
  node: ChainNode;
  log: Logger;
  /** How far the running service has read a long gap. */
  progress: Readonly<GapProgress>;
  /** Tries every quarantined block again, in turn with other blocks. */
  retryQuarantine(): Promise<void>;
  /** Ends the command early. */
  signal: AbortSignal;
}

/** How far a long command is. */
export interface Progress {
  what: string;
  done: number;
  total: number;
}

/** Where a command writes. */
export interface Output {
  line(text: string): void;
  /** Writes a text for a person, not for a program that reads the lines. */
  warn(text: string): void;
  progress(progress: Progress): void;
  /** Writes a line of the file that the command makes. Resolves when the next may come. */
  record(line: string): Promise<void>;
}

/** The file that a command makes, on the side of the operator. */
export interface OutputFile {
  record(line: string): Promise<void>;
  /** Gives the file its name, or removes it if the command failed. */
  close(hasSucceeded: boolean): Promise<void>;
}

/** 0: done. 1: refused, failed, or not healthy. */
export type ExitStatus = 0 | 1;

/** A command with its arguments. */
export interface Invocation {
  /**
   * `service`: the database must have this version's tables. If only a running service can open its database, that
   * service runs the command. `alone`: such a service must be stopped. `tables`: the command makes the tables itself.
   */
  needs: "service" | "alone" | "tables";
  run(context: OperatorContext, output: Output): Promise<ExitStatus>;
  /** Opens the file that the command makes. */
  openFile?(): Promise<OutputFile>;
}

export interface Command {
  name: string;
  /** Each way to call it, and what that does. */
  usage: readonly (readonly [call: string, effect: string])[];
  /** @throws UsageError */
  parse(args: string[]): Invocation;
}

/** The command line is wrong. The message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A command refuses, or cannot go on. The message can be shown to the operator. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}
