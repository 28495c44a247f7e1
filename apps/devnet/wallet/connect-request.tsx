import { useState } from "react";
import type { DevnetAccount } from "../accounts.ts";
import { recallAccount, rememberAccount } from "./account-memory.ts";
import { AccountPicker, firstChoice } from "./account-picker.tsx";
import type { Desk } from "./desk.ts";
import { refusals } from "./failure.ts";
import { RequestFrame } from "./request-frame.tsx";
import { publicKeyOf } from "./signing.ts";

/** A site wants to know who somebody is. The one place where the account is chosen. */
export function ConnectRequest({
  desk,
  answers,
}: {
  desk: Desk;
  answers: "addresses" | "accounts";
}) {
  const [account, setAccount] = useState(() => recallAccount(desk.site) ?? firstChoice);

  const confirm = () => {
    if (account === undefined) return;
    rememberAccount(desk.site, account);
    desk.answer({ result: { [answers]: [describeAccount(account, answers)] } });
  };

  return (
    <RequestFrame
      desk={desk}
      title="Share one of your accounts"
      failures={refusals}
      onConfirm={confirm}
    >
      <p className="lead">
        It will know the address and the public key. It cannot sign anything without asking.
      </p>
      <AccountPicker
        api={desk.api}
        legend="Account to share"
        chosen={account}
        onChoose={setAccount}
      />
    </RequestFrame>
  );
}

function describeAccount(account: DevnetAccount, answers: "addresses" | "accounts") {
  const { address } = account;
  const entry = { symbol: "STX", address, publicKey: publicKeyOf(account) };
  // There is no storage hub on the devnet; a site falls back to its default one.
  return answers === "addresses" ? entry : { ...entry, gaiaHubUrl: "", gaiaAppKey: "" };
}
