import { main as benchApi } from "./api/main.ts";
import { main as benchReindex } from "./api/reindex.ts";
import { step } from "./api/rounds.ts";
import { main as benchCatchingUp } from "./catching-up.ts";
import { main as benchContracts } from "./contracts.ts";
import { main as benchWeb } from "./web/main.ts";

const parts = {
  contracts: benchContracts,
  api: benchApi,
  reindex: benchReindex,
  web: benchWeb,
  "catching-up": benchCatchingUp,
};

/** Milliseconds for one part, at the full size. Its steps have limits of their own. */
const LONGEST = 2 * 60 * 60 * 1000;

// `npm run bench -- web` runs one part. Without a name, all parts run.
const wanted = process.argv.slice(2).filter((argument) => argument !== "--save");
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(", ")}. The parts are ${Object.keys(parts).join(", ")}; --save is the only option.`,
  );
  process.exit(1);
}
for (const [name, bench] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await step(name, bench, LONGEST);
}
