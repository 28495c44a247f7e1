import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { useEffect, useState } from "react";
import { accounts, type DevnetAccount } from "../accounts.ts";
import type { NodeApi } from "./node-api.ts";
import { formatStx } from "./stx.ts";

/** The people first, the two accounts that run the network last. */
const inOrder = [...accounts].sort((a, b) => rank(a) - rank(b));

function rank({ name }: DevnetAccount): number {
  return name === "deployer" || name === "watcher" ? 1 : 0;
}

/** The account that is selected by default. */
export const firstChoice: DevnetAccount | undefined = inOrder[0];

interface AccountPickerProps {
  api: NodeApi;
  legend: string;
  chosen: DevnetAccount | undefined;
  onChoose: (account: DevnetAccount) => void;
}

export function AccountPicker({ api, legend, chosen, onChoose }: AccountPickerProps) {
  return (
    <fieldset className="accounts">
      <legend>{legend}</legend>
      {inOrder.map((account) => (
        <label key={account.address}>
          <input
            type="radio"
            name="account"
            value={account.address}
            checked={account.address === chosen?.address}
            onChange={() => onChoose(account)}
          />
          <AccountLine api={api} account={account} />
        </label>
      ))}
    </fieldset>
  );
}

/** An account on one line: its name, address and balance. */
export function AccountLine({ api, account }: { api: NodeApi; account: DevnetAccount }) {
  return (
    <span className="account">
      <span className="who">
        {account.bnsName ?? account.name}
        {account.bnsName === undefined && <span className="hint"> no BNS name</span>}
      </span>
      <span className="address" title={account.address}>
        {shortenPrincipal(account.address)}
      </span>
      <Balance api={api} address={account.address} />
    </span>
  );
}

/** A hundredth of an STX in micro-STX. Balances are shown to this precision. */
const HUNDREDTH = 10_000n;

/** An account's balance, once the node has answered. */
function Balance({ api, address }: { api: NodeApi; address: string }) {
  const [balance, setBalance] = useState<bigint | "unknown">();
  useEffect(() => {
    let isCurrent = true;
    api.readAccount(address).then(
      (read) => isCurrent && setBalance(read.balance),
      () => isCurrent && setBalance("unknown"),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, address]);
  if (balance === undefined) return <span className="balance">… STX</span>;
  if (balance === "unknown") return <span className="balance">balance unknown</span>;
  return (
    <span className="balance" title={`${formatStx(balance)} STX`}>
      {formatStx(balance - (balance % HUNDREDTH))} STX
    </span>
  );
}

interface SignerProps {
  api: NodeApi;
  account: DevnetAccount | undefined;
  /** Absent if the site or an earlier connection fixes the account. */
  onChoose: ((account: DevnetAccount) => void) | undefined;
}

/** The account that signs, or the choice of one. */
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
