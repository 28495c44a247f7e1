import { ClarityType, type ClarityValue } from "@stacks/transactions";
import { findAccount, nameOf } from "./account-memory.ts";
import { describeValue } from "./clarity-words.ts";
import { ConnectRequest } from "./connect-request.tsx";
import type { Desk } from "./desk.ts";
import { Details } from "./details.tsx";
import { refusals } from "./failure.ts";
import { FeeField } from "./fee-field.tsx";
import type { WalletRequest } from "./request.ts";
import { SignRequest } from "./sign-request.tsx";
import { signSerialized, signStructured, signText } from "./signing.ts";
import { formatStx } from "./stx.ts";
import { TransactionRequest } from "./transaction-request.tsx";
import { TransactionReview } from "./transaction-review.tsx";
import { type Detail, titleOf } from "./transaction-words.ts";

/** A request that somebody has to see. */
export type VisibleRequest = Exclude<WalletRequest, { kind: "disconnect" }>;

/** Shows a request in plain words, and answers it. */
export function RequestScreen({ desk, request }: { desk: Desk; request: VisibleRequest }) {
  switch (request.kind) {
    case "connect":
      return <ConnectRequest desk={desk} answers={request.answers} />;
    case "transact": {
      const account = findAccount(request.address ?? null);
      return <TransactionRequest desk={desk} request={request} account={account} />;
    }
    case "sign-transaction": {
      const { signable, broadcast } = request;
      return (
        <SignRequest
          desk={desk}
          title={`${titleOf(signable.transaction)}${broadcast ? "" : ", to be signed but not sent"}`}
          account={findAccount(signable.address)}
          failures={refusals}
          sign={async (account) => {
            const signed = signSerialized(signable.hex, account);
            const transaction = signed.serialize();
            return broadcast
              ? { transaction, txid: await desk.api.broadcast(signed) }
              : { transaction };
          }}
        >
          <TransactionReview api={desk.api} transaction={signable.transaction} />
          <FeeField fee={formatStx(signable.fee)} nonce={signable.nonce} isWrong={false} />
        </SignRequest>
      );
    }
    case "sign-message":
      return (
        <SignRequest
          desk={desk}
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
          desk={desk}
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
          desk={desk}
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
    return [plain(value.type, describeValue(value, nameOf))];
  }
  return Object.entries(value.value).map(([name, field]) =>
    plain(name, describeValue(field, nameOf)),
  );
}

function plain(name: string, value: unknown): Detail {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return { name, type: undefined, text, manner: typeof value === "string" ? "fact" : "code" };
}
