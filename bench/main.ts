import { main as benchContracts } from "./contracts.ts";

await benchContracts();
