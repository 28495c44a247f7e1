import { type ReactNode, useState } from "react";
import type { DevnetAccount } from "../accounts.ts";
import { recallAccount } from "./account-memory.ts";
import { firstChoice } from "./account-picker.tsx";
import { type Desk, describeProblem, type Problem } from "./desk.ts";
import type { Failure } from "./failure.ts";
import { RequestFrame } from "./request-frame.tsx";
import { Signer } from "./signer.tsx";

interface SignRequestProps {
  desk: Desk;
  title: string;
  /** Who has to sign, where the site says it. */
  account?: DevnetAccount | undefined;
  failures: readonly Failure[];
  /** What is signed, in words. */
  children: ReactNode;
  /** Makes the result that the site hears. */
  sign: (account: DevnetAccount) => Promise<unknown> | unknown;
}

/** Something to sign that needs nothing from the node to be shown. */
export function SignRequest({
  desk,
  title,
  account: asked,
  failures,
  children,
  sign,
}: SignRequestProps) {
  const settled = asked ?? recallAccount(desk.site);
  const [account, setAccount] = useState(settled ?? firstChoice);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  const confirm = async () => {
    if (account === undefined) return;
    setBusy(true);
    try {
      desk.answer({ result: await sign(account) });
    } catch (error) {
      setProblem(describeProblem(error));
      setBusy(false);
    }
  };

  return (
    <RequestFrame
      desk={desk}
      title={title}
      failures={failures}
      isBusy={isBusy}
      problem={problem}
      onConfirm={confirm}
    >
      {children}
      <Signer
        api={desk.api}
        account={account}
        onChoose={settled === undefined ? setAccount : undefined}
      />
    </RequestFrame>
  );
}
