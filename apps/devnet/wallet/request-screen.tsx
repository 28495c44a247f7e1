import { ClarityType, type ClarityValue } from "@stacks/transactions";
import { type ReactNode, useState } from "react";
import type { DevnetAccount } from "../accounts.ts";
import { findAccount, recallAccount, rememberAccount } from "./account-memory.ts";
import { AccountPicker, firstChoice, Signer } from "./account-picker.tsx";
import { type Detail, describeValue, titleOf } from "./descriptions.ts";
import { type Failure, refusals } from "./failure.tsx";
import type { RpcError } from "./protocol.ts";
import type { WalletRequest } from "./request.ts";
import { describeProblem, type RequestContext, RequestFrame } from "./request-frame.tsx";
import { publicKeyOf, signSerialized, signStructured, signText } from "./signing.ts";
import { formatStx } from "./stx.ts";
import { TransactionRequest } from "./transaction-request.tsx";
import { Details, FeeField, TransactionReview } from "./transaction-review.tsx";

/** A request that the user must see. */
type VisibleRequest = Exclude<WalletRequest, { kind: "disconnect" }>;

/** Shows a request in words and answers it. */
export function RequestScreen({
  context,
  request,
}: {
  context: RequestContext;
  request: VisibleRequest;
}) {
  switch (request.kind) {
    case "connect":
      return <ConnectRequest context={context} answers={request.answers} />;
    case "transact": {
      const account = findAccount(request.address ?? null);
      return <TransactionRequest context={context} request={request} account={account} />;
    }
    case "sign-transaction": {
      const { signable, broadcast } = request;
      return (
        <SignRequest
          context={context}
          title={`${titleOf(signable.transaction)}${broadcast ? "" : ", to be signed but not sent"}`}
          account={findAccount(signable.address)}
          failures={refusals}
          sign={async (account) => {
            const signed = signSerialized(signable.hex, account);
            const transaction = signed.serialize();
            return broadcast
              ? { transaction, txid: await context.api.broadcast(signed) }
              : { transaction };
          }}
        >
          <TransactionReview api={context.api} transaction={signable.transaction} />
          <FeeField fee={formatStx(signable.fee)} nonce={signable.nonce} isWrong={false} />
        </SignRequest>
      );
    }
    case "sign-message":
      return (
        <SignRequest
          context={context}
          title="Sign a message"
          failures={refusals}
          sign={(account) => signText(request.message, account)}
        >
          <p className="lead">
            Signing proves that you hold this account’s key. It moves nothing and costs nothing.
          </p>
          <blockquote>{request.message}</blockquote>
        </SignRequest>
      );
    case "sign-structured":
      return (
        <SignRequest
          context={context}
          title="Sign a structured message"
          failures={refusals}
          sign={(account) => signStructured(request.message, request.domain, account)}
        >
          <h2>For</h2>
          <Details details={listFields(request.domain)} />
          <h2>Message</h2>
          <Details details={listFields(request.message)} />
        </SignRequest>
      );
    case "update-profile":
      return (
        <SignRequest
          context={context}
          title="Update your wallet profile"
          failures={refusals}
          sign={() => ({ profile: request.profile })}
        >
          <Details
            details={Object.entries(request.profile).map(([name, value]) => plain(name, value))}
          />
        </SignRequest>
      );
  }
}

function listFields(value: ClarityValue): Detail[] {
  if (value.type !== ClarityType.Tuple) {
    return [plain(value.type, describeValue(value))];
  }
  return Object.entries(value.value).map(([name, field]) => plain(name, describeValue(field)));
}

function plain(name: string, value: unknown): Detail {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return { name, type: undefined, text, manner: typeof value === "string" ? "fact" : "code" };
}

interface SignRequestProps {
  context: RequestContext;
  title: string;
  /** The account that must sign, if the site names one. */
  account?: DevnetAccount | undefined;
  failures: readonly Failure[];
  /** The content to sign, in words. */
  children: ReactNode;
  /** Makes the result for the site. */
  sign: (account: DevnetAccount) => Promise<unknown> | unknown;
}

/** A request that can be shown and signed without asking the node. */
function SignRequest({
  context,
  title,
  account: asked,
  failures,
  children,
  sign,
}: SignRequestProps) {
  const settled = asked ?? recallAccount(context.site);
  const [account, setAccount] = useState(settled ?? firstChoice);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<RpcError>();

  const confirm = async () => {
    if (account === undefined) return;
    setBusy(true);
    try {
      context.answer({ result: await sign(account) });
    } catch (error) {
      setProblem(describeProblem(error));
      setBusy(false);
    }
  };

  return (
    <RequestFrame
      context={context}
      title={title}
      failures={failures}
      isBusy={isBusy}
      problem={problem}
      onConfirm={confirm}
    >
      {children}
      <Signer
        api={context.api}
        account={account}
        onChoose={settled === undefined ? setAccount : undefined}
      />
    </RequestFrame>
  );
}

/** A site asks for an account. Only this screen changes the site's account. */
function ConnectRequest({
  context,
  answers,
}: {
  context: RequestContext;
  answers: "addresses" | "accounts";
}) {
  const [account, setAccount] = useState(() => recallAccount(context.site) ?? firstChoice);

  const confirm = () => {
    if (account === undefined) return;
    rememberAccount(context.site, account);
    context.answer({ result: { [answers]: [describeAccount(account, answers)] } });
  };

  return (
    <RequestFrame
      context={context}
      title="Share one of your accounts"
      failures={refusals}
      onConfirm={confirm}
    >
      <p className="lead">
        It will know the address and the public key. It cannot sign anything without asking.
      </p>
      <AccountPicker
        api={context.api}
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
