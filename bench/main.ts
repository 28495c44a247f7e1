import { main as benchContracts } from "./contracts.ts";
import { main as benchScale } from "./scale/main.ts";
import { main as benchWeb } from "./web/main.ts";

const parts = { contracts: benchContracts, api: benchScale, web: benchWeb };

// `npm run bench -- web` runs one part, without a name all of them.
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
for (const [name, bench] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench();
}
