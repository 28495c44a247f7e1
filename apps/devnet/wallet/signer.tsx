import type { DevnetAccount } from "../accounts.ts";
import { AccountLine } from "./account-line.tsx";
import { AccountPicker } from "./account-picker.tsx";
import type { NodeApi } from "./node-api.ts";

interface SignerProps {
  api: NodeApi;
  account: DevnetAccount | undefined;
  /** Absent where the site or an earlier connect has settled who signs. */
  onChoose: ((account: DevnetAccount) => void) | undefined;
}

/** Who signs. */
export function Signer({ api, account, onChoose }: SignerProps) {
  if (onChoose !== undefined) {
    return (
      <AccountPicker api={api} legend="Account to sign with" chosen={account} onChoose={onChoose} />
    );
  }
  if (account === undefined) return null;
  return (
    <section className="signer">
      <h2>Account that signs</h2>
      <AccountLine api={api} account={account} />
    </section>
  );
}
