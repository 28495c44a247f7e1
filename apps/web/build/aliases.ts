import { fileURLToPath } from "node:url";

const withoutWalletConnect = fileURLToPath(new URL("./no-walletconnect.ts", import.meta.url));
const withoutConnectModal = fileURLToPath(new URL("./no-connect-modal.ts", import.meta.url));

/** What is loaded in the place of what is imported, in browsers and on the service alike. */
export const aliases = [
  { find: /^@reown\/appkit(-universal-connector)?$/, replacement: withoutWalletConnect },
  { find: /^@stacks\/connect-ui\/loader$/, replacement: withoutConnectModal },
  // The same library without the style element it writes, which the content security policy forbids.
  { find: /^react-toastify$/, replacement: "react-toastify/unstyled" },
];
