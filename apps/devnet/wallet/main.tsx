import "./styles/theme.css";
import "./styles/frame.css";
import "./styles/accounts.css";
import "./styles/details.css";
import "./styles/controls.css";
import "./styles/narrow.css";
import { createRoot } from "react-dom/client";
import { findAccount, forgetAccount } from "./account-memory.ts";
import type { Desk } from "./desk.ts";
import { errorCode } from "./error-code.ts";
import type { RpcError } from "./message.ts";
import { createNodeApi } from "./node-api.ts";
import { type Incoming, listenToParent } from "./parent-site.ts";
import { readRequest, type WalletRequest } from "./request.ts";
import { RequestScreen } from "./request-screen.tsx";
import { StandalonePage } from "./standalone-page.tsx";

const api = createNodeApi(location.origin);
const root = createRoot(document.body.appendChild(document.createElement("div")));

const site = listenToParent((incoming) => {
  if (incoming.theme !== null) document.documentElement.dataset.theme = incoming.theme;
  serve(incoming);
});
if (site === undefined) root.render(<StandalonePage api={api} />);

function serve(incoming: Incoming) {
  if (site === undefined) return;
  const desk: Desk = {
    site: incoming.site,
    api,
    answer: (answer) => site.answer(incoming, answer),
    onCancel: site.onCancel,
    sayHeight: site.sayHeight,
  };
  const request = readRequest(incoming.method, incoming.params);
  if ("error" in request) return desk.answer(request);
  if (request.kind === "disconnect") {
    forgetAccount(incoming.site);
    return desk.answer({ result: null });
  }
  const stranger = findStranger(request);
  if (stranger !== undefined) return desk.answer({ error: stranger });
  root.render(<RequestScreen desk={desk} request={request} />);
}

/** The error for a request that only somebody else's key can sign. */
function findStranger(request: WalletRequest): RpcError | undefined {
  const address =
    request.kind === "transact"
      ? request.address
      : request.kind === "sign-transaction"
        ? request.signable.address
        : undefined;
  if (address === undefined || findAccount(address) !== undefined) return undefined;
  return {
    code: errorCode.addressMismatch,
    message: `${address} is not an account of the Dev Wallet`,
  };
}
