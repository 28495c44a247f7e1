import { accounts, type DevnetAccount } from "../accounts.ts";
import { AccountLine } from "./account-line.tsx";
import type { NodeApi } from "./node-api.ts";

/** People first; the two who run the network come last. */
const inOrder = [...accounts].sort((a, b) => rank(a) - rank(b));

function rank({ name }: DevnetAccount): number {
  return name === "deployer" || name === "watcher" ? 1 : 0;
}

/** The account chosen where nobody has chosen yet. */
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
