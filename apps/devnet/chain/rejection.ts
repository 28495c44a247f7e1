/** The node's reason codes for a transaction it does not take into its mempool. */
export type RejectionReason =
  | "Serialization"
  | "Deserialization"
  | "SignatureValidation"
  | "BadTransactionVersion"
  | "FeeTooLow"
  | "BadNonce"
  | "TooMuchChaining"
  | "NotEnoughFunds"
  | "NoSuchContract"
  | "NoSuchPublicFunction"
  | "BadFunctionArgument"
  | "ContractAlreadyExists"
  | "ConflictingNonceInMempool"
  | "TransferRecipientCannotEqualSender"
  | "TransferAmountMustBePositive"
  | "BadAddressVersionByte"
  | "NoCoinbaseViaMempool"
  | "NoTenureChangeViaMempool"
  | "PoisonMicroblockIsInvalid"
  | "ServerFailureOther";

/** A broadcast refused. `toJSON` is the very body a stacks-node answers with status 400. */
export class Rejection extends Error {
  override readonly name = "Rejection";
  readonly reason: RejectionReason;
  readonly reasonData: Record<string, unknown> | undefined;
  readonly txid: string | undefined;

  constructor(
    reason: RejectionReason,
    reasonData?: Record<string, unknown> | undefined,
    txid?: string,
  ) {
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
