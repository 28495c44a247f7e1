import { accounts } from "../accounts.ts";
import { AccountLine } from "./account-line.tsx";
import { Masthead } from "./masthead.tsx";
import type { NodeApi } from "./node-api.ts";

/** What somebody sees who opens the wallet's address by hand. */
export function StandalonePage({ api }: { api: NodeApi }) {
  return (
    <div className="frame standalone">
      <Masthead />
      <main>
        <div className="content">
          <h1>The devnet’s own wallet</h1>
          <p className="lead">
            It opens by itself when an app on this devnet asks for something. These are the accounts
            it signs for. Their keys are public: they are good for nothing anywhere else.
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
