import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import type { DevnetAccount } from "../accounts.ts";
import { Balance } from "./balance.tsx";
import type { NodeApi } from "./node-api.ts";

/** An account on one line: who, which address, how much. */
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
