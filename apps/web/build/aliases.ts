import { fileURLToPath } from "node:url";

const leftOut = fileURLToPath(new URL("./left-out.ts", import.meta.url));

/** Modules that are replaced, in the browser's bundle and the service's alike. */
export const aliases = [
  { find: /^@reown\/appkit(-universal-connector)?$/, replacement: leftOut },
  { find: /^@stacks\/connect-ui\/loader$/, replacement: leftOut },
  // Leaves out the library's style element, which the content security policy forbids.
  { find: /^react-toastify$/, replacement: "react-toastify/unstyled" },
];
