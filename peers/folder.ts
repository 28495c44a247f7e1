import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** The folder of other people's software to check against; undefined where there is none. */
export const peersFolder = findPeers();

function findPeers(): string | undefined {
  const named = process.env.COLONNADE_PEERS;
  if (!named) return undefined;
  const folder = resolve(import.meta.dirname, "..", named);
  if (!existsSync(folder)) throw new Error(`COLONNADE_PEERS names ${folder}, which is not there`);
  return folder;
}

/** What a run of all tests prints if it had nothing to check against. */
export const noPeers =
  "Not checked against other people's software: COLONNADE_PEERS names no folder that has it.";
