import { main as benchContracts } from "./contracts.ts";
import { main as benchScale } from "./scale/main.ts";

await benchContracts();
await benchScale();
