import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, types } from "@electric-sql/pglite";
import { copyFromBlob, isCopy } from "./copy.ts";
import type { Asked, ThreadData, Told } from "./pglite-client.ts";

// The embedded database works in this thread, so that no statement delays the rest of the service.

const { dataDir, dump, channel, program }: ThreadData = workerData;
const port = parentPort;
if (port === null) throw new Error("This is a thread of the service");
const tell = (told: Told) => port.postMessage(told);

/** The last question. Questions run one at a time, in the order in which they were asked. */
let last = start().then(
  (pglite) => {
    tell({ id: 0, result: { rows: [] } });
    return pglite;
  },
  (error: unknown) => {
    tell({ id: 0, error: describe(error) });
    throw error;
  },
);
last.catch(() => {});

async function start(): Promise<PGlite> {
  const pglite = await PGlite.create({
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(dump === undefined ? {} : { loadDataDir: await openAsBlob(dump) }),
    parsers: { [types.INT8]: Number },
    pgliteWasmModule: program,
  });
  await pglite.listen(channel, (notice) => tell({ notice }));
  return pglite;
}

port.on("message", (asked: Asked) => {
  last = last.then(async (pglite) => {
    try {
      tell({ id: asked.id, result: await run(pglite, asked) });
    } catch (error) {
      if (!(await isSound(pglite))) end();
      tell({ id: asked.id, error: describe(error) });
    }
    return pglite;
  });
  last.catch(() => {});
});

async function run(pglite: PGlite, asked: Asked) {
  switch (asked.kind) {
    case "query": {
      const { rows, affectedRows, command } = isCopy(asked.text)
        ? await pglite.query<object>(copyFromBlob(asked.text), [], {
            blob: new Blob([String(asked.values[0])]),
          })
        : await pglite.query<object>(asked.text, asked.values);
      // A statement that crashes the program ends without rows, without an error and without a command's name.
      if (command === undefined) end();
      return affectedRows === undefined ? { rows } : { rows, affectedRows };
    }
    case "dump":
      await writeFile(asked.file, (await pglite.dumpDataDir("none")).stream());
      return { rows: [] };
    case "close":
      await pglite.close();
      return { rows: [] };
  }
}

/** Whether the program still answers after an error: with a row, or that it waits for the end of the transaction. */
async function isSound(pglite: PGlite): Promise<boolean> {
  try {
    return (await pglite.query("select 1")).rows.length === 1;
  } catch (error) {
    return describe(error).code === "25P02";
  }
}

/** Ends this thread. A program that has crashed would answer later statements without rows, too. */
function end(): never {
  process.exit(1);
}

/** What PostgreSQL says of an error. PGlite adds the statement and its values, which may be long. */
const FIELDS = ["code", "detail", "hint", "constraint", "table", "column", "where"] as const;
const LONGEST = 1_000;

function describe(error: unknown): Record<string, string> {
  const described: Record<string, string> = { message: String(error).slice(0, LONGEST) };
  if (!(error instanceof Error)) return described;
  described.message = error.message.slice(0, LONGEST);
  for (const field of FIELDS) {
    const value: unknown = Reflect.get(error, field);
    if (typeof value === "string") described[field] = value.slice(0, LONGEST);
  }
  return described;
}
