import "./styles/theme.css";
import "./styles/frame.css";
import "./styles/accounts.css";
import "./styles/details.css";
import "./styles/controls.css";
import "./styles/narrow.css";
import { createRoot } from "react-dom/client";
import { accounts } from "../accounts.ts";
import { findAccount, forgetAccount } from "./account-memory.ts";
import { AccountLine } from "./account-picker.tsx";
import { createNodeApi, type NodeApi } from "./node-api.ts";
import { type Incoming, listenToParent } from "./parent-site.ts";
import { errorCode, type RpcError } from "./protocol.ts";
import { readRequest, type WalletRequest } from "./request.ts";
import { Masthead, type RequestContext } from "./request-frame.tsx";
import { RequestScreen } from "./request-screen.tsx";

const api = createNodeApi(location.origin);
const root = createRoot(document.body.appendChild(document.createElement("div")));

const site = listenToParent((incoming) => {
  if (incoming.theme !== null) document.documentElement.dataset.theme = incoming.theme;
  serve(incoming);
});
if (site === undefined) root.render(<StandalonePage api={api} />);

function serve(incoming: Incoming) {
  if (site === undefined) return;
  const context: RequestContext = {
    site: incoming.site,
    api,
    answer: (answer) => site.answer(incoming, answer),
    onCancel: site.onCancel,
    requestHeight: site.requestHeight,
  };
  const request = readRequest(incoming.method, incoming.params);
  if ("error" in request) return context.answer(request);
  if (request.kind === "disconnect") {
    forgetAccount(incoming.site);
    return context.answer({ result: null });
  }
  const foreign = findForeignSigner(request);
  if (foreign !== undefined) return context.answer({ error: foreign });
  root.render(<RequestScreen context={context} request={request} />);
}

/** The error for a request that only another wallet's key can sign. */
function findForeignSigner(request: WalletRequest): RpcError | undefined {
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

/** Shown when the wallet's address is opened directly. */
function StandalonePage({ api }: { api: NodeApi }) {
  return (
    <div className="frame standalone">
      <Masthead />
      <main>
        <div className="content">
          <h1>The devnet’s own wallet</h1>
          <p className="lead">
            It opens by itself when an app on this devnet asks for something. These are the accounts
            it signs for. Their keys are public: they are worth nothing anywhere else.
          </p>
          <ul className="accounts">
            {accounts.map((account) => (
              <li key={account.address}>
                <AccountLine api={api} account={account} />
              </li>
            ))}
          </ul>
        </div>
      </main>
    </div>
  );
}
