import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { peersFolder } from "./folder.ts";

/** The posts of a recording in `recordings/{name}.tsv` of the peers: path and body. @throws where there is none */
export async function readRecording(name: string): Promise<{ path: string; body: string }[]> {
  const text = await readFile(join(peersFolder ?? "", "recordings", `${name}.tsv`), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, , path = "", body = ""] = line.split("\t");
      return { path, body };
    });
}
