import { ConfigError } from "@colonnade/domain/config.ts";
import { FolderLockError } from "@colonnade/folder-lock/folder-lock.ts";
import { NodeError } from "../chain/node.ts";
import { DatabaseVersionError } from "../db/migrate.ts";
import { UnsettledError } from "../dump/make.ts";
import { OperatorError } from "./command.ts";

const plain = [
  ConfigError,
  DatabaseVersionError,
  FolderLockError,
  NodeError,
  OperatorError,
  UnsettledError,
];

/** Whether the message says to an operator what to do, so that no stack is printed. */
export const isPlain = (error: unknown): error is Error =>
  plain.some((kind) => error instanceof kind);
