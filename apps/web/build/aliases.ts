import { fileURLToPath } from "node:url";

const connectStandIns = fileURLToPath(new URL("./connect-stand-ins.ts", import.meta.url));

/** Modules that are replaced, in the browser's bundle and the service's alike. */
export const aliases = [
  { find: /^@reown\/appkit(-universal-connector)?$/, replacement: connectStandIns },
  { find: /^@stacks\/connect-ui\/loader$/, replacement: connectStandIns },
  // Leaves out the library's style element, which the content security policy forbids.
  { find: /^react-toastify$/, replacement: "react-toastify/unstyled" },
];
