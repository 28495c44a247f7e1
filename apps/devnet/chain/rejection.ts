import type { TxRejectedReason } from "@stacks/transactions";

/** The node's reason codes for transactions that it does not accept. The library lacks some. */
type RejectionReason =
  | `${TxRejectedReason}`
  | "BadTransactionVersion"
  | "TooMuchChaining"
  | "ConflictingNonceInMempool"
  | "TransferRecipientCannotEqualSender"
  | "TransferAmountMustBePositive"
  | "NoTenureChangeViaMempool";

/** A refused broadcast. `toJSON` is the body that a stacks-node answers with status 400. */
export class Rejection extends Error {
  override readonly name = "Rejection";
  readonly reason: RejectionReason;
  readonly reasonData: Record<string, unknown> | undefined;
  readonly txid: string | undefined;

  constructor(reason: RejectionReason, reasonData?: Record<string, unknown>, txid?: string) {
    super(`transaction rejected: ${reason}`);
    this.reason = reason;
    this.reasonData = reasonData;
    this.txid = txid;
  }

  toJSON(): Record<string, unknown> {
    return {
      error: "transaction rejected",
      reason: this.reason,
      ...(this.reasonData === undefined ? {} : { reason_data: this.reasonData }),
      ...(this.txid === undefined ? {} : { txid: this.txid.replace(/^0x/, "") }),
    };
  }
}
