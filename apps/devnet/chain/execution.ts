import { checkPostConditions, listMovements } from "./post-condition.ts";
import { payerOf, signersOf, type Transaction, type TransactionStatus } from "./transaction.ts";
import {
  type Outcome,
  type Snapshot,
  type Step,
  type VirtualMachine,
  VmError,
  type VmEvent,
} from "./vm.ts";

/** A transaction's outcome in its block. */
export interface Receipt {
  transaction: Transaction;
  status: TransactionStatus;
  /** The serialized Clarity value, 0x-prefixed. */
  result: string;
  events: VmEvent[];
  /** Why it was aborted, if the result does not tell. */
  error?: string | undefined;
}

/** The recorded outcome of a transaction that only pays its fee. */
type Skipped = Omit<Receipt, "transaction">;

interface Execution {
  receipts: Receipt[];
  /** By txid: transactions whose effects were rolled back. */
  skipped: Map<string, Skipped>;
}

/** Where fees go. Nobody holds its key. */
export const FEE_RECIPIENT = "ST000000000000000000002AMW42H";

const OK_TRUE = "0x0703";
const ERR_NONE = "0x0809";

/**
 * Runs transactions in one new block. If a transaction breaks a post-condition or fails with a runtime
 * error, the state is rewound and the block runs again with only its fee and nonce. So the
 * transactions behind it see the state that a real chain would show them.
 * @param before a snapshot of the current state
 */
export function executeBlock(
  vm: VirtualMachine,
  transactions: readonly Transaction[],
  before: Snapshot,
): Execution {
  const { skipped, postponed } = sortOutDeploys(vm, transactions);
  let included = [...transactions];
  for (const transaction of postponed) included = withoutFollowers(included, transaction);
  for (;;) {
    const round = runRound(vm, included, skipped, before);
    if (round.kind === "done") return { receipts: round.receipts, skipped };
    vm.restore(before);
    if (round.kind === "skip") {
      skipped.set(round.transaction.txid, round.outcome);
    } else {
      // A transaction whose fee cannot be paid waits.
      included = withoutFollowers(included, round.transaction);
    }
  }
}

/** Leaves out a transaction, and those that use the next nonces of its signers or of the signers of these. */
function withoutFollowers(transactions: readonly Transaction[], first: Transaction): Transaction[] {
  const waiting = new Set<string>();
  return transactions.filter((transaction) => {
    const signers = signersOf(transaction).map(({ address }) => address);
    if (transaction !== first && !signers.some((signer) => waiting.has(signer))) return true;
    for (const signer of signers) waiting.add(signer);
    return false;
  });
}

/**
 * Deploying a contract twice crashes the VM. An existing contract is not deployed again. Of two
 * deployments in one block, the second waits for the next block, when the first one's outcome is known.
 */
function sortOutDeploys(
  vm: VirtualMachine,
  transactions: readonly Transaction[],
): { skipped: Execution["skipped"]; postponed: Transaction[] } {
  const skipped = new Map<string, Skipped>();
  const postponed: Transaction[] = [];
  const deployed = new Set<string>();
  for (const transaction of transactions) {
    const { txid, payload } = transaction;
    if (payload.kind !== "smart_contract") continue;
    if (vm.contractInterface(payload.contract) !== undefined) {
      const error = `contract ${payload.contract} exists already`;
      skipped.set(txid, { status: "abort_by_response", result: ERR_NONE, events: [], error });
    } else if (deployed.has(payload.contract)) {
      postponed.push(transaction);
    }
    deployed.add(payload.contract);
  }
  return { skipped, postponed };
}

/**
 * Replays a block.
 * @param skipped the transactions that only paid their fee
 * @returns undefined if it runs differently this time
 */
export function replayBlock(
  vm: VirtualMachine,
  transactions: readonly Transaction[],
  skipped: ReadonlyMap<string, Skipped>,
): Receipt[] | undefined {
  const round = runRound(vm, transactions, skipped, undefined);
  return round.kind === "done" ? round.receipts : undefined;
}

type Round =
  | { kind: "done"; receipts: Receipt[] }
  | { kind: "skip"; transaction: Transaction; outcome: Skipped }
  | { kind: "exclude"; transaction: Transaction };

function runRound(
  vm: VirtualMachine,
  transactions: readonly Transaction[],
  skipped: ReadonlyMap<string, Skipped>,
  before: Snapshot | undefined,
): Round {
  const plan = transactions.flatMap((transaction): { transaction: Transaction; step: Step }[] => {
    const fee = { transaction, step: feeStep(transaction) };
    if (skipped.has(transaction.txid)) return [fee];
    return [fee, { transaction, step: actionStep(transaction) }];
  });
  let outcomes: Outcome[];
  try {
    outcomes = vm.mine(plan.map(({ step }) => step));
  } catch (error) {
    if (!(error instanceof VmError) || before === undefined) throw error;
    return findFailure(vm, plan, before, error);
  }
  return readRound(transactions, skipped, outcomes);
}

/** Reads a round's outcomes: for each transaction its fee's, then its action's if it has one. */
function readRound(
  transactions: readonly Transaction[],
  skipped: ReadonlyMap<string, Skipped>,
  outcomes: readonly Outcome[],
): Round {
  const receipts: Receipt[] = [];
  let position = 0;
  for (const transaction of transactions) {
    const fee = outcomes[position++];
    if (fee === undefined || !isOk(fee)) return { kind: "exclude", transaction };
    const known = skipped.get(transaction.txid);
    if (known !== undefined) {
      receipts.push({ transaction, ...known });
      continue;
    }
    const outcome = outcomes[position++];
    if (outcome === undefined) throw new VmError("the VM returned too few results");
    const receipt = judge(transaction, outcome);
    if (receipt.status === "abort_by_post_condition") {
      const { transaction: _, ...aborted } = receipt;
      return { kind: "skip", transaction, outcome: aborted };
    }
    receipts.push(receipt);
  }
  return { kind: "done", receipts };
}

function judge(transaction: Transaction, outcome: Outcome): Receipt {
  const { kind } = transaction.payload;
  if (kind !== "smart_contract" && !isOk(outcome)) {
    return { transaction, status: "abort_by_response", result: outcome.result, events: [] };
  }
  const { events } = outcome;
  const result = kind === "smart_contract" ? OK_TRUE : outcome.result;
  const check = {
    mode: transaction.postConditionMode,
    conditions: transaction.postConditions,
    origin: transaction.sender,
    movements: listMovements(events),
  };
  // A token transfer states what it moves, so the node checks no post-conditions for it.
  const error = kind === "token_transfer" ? undefined : checkPostConditions(check);
  const status = error === undefined ? "success" : "abort_by_post_condition";
  return { transaction, status, result, events, error };
}

/**
 * Finds the step that failed, since the VM does not name it: the last one of the shortest failing
 * prefix of the block.
 */
function findFailure(
  vm: VirtualMachine,
  plan: readonly { transaction: Transaction; step: Step }[],
  before: Snapshot,
  error: VmError,
): Round {
  let works = 0;
  let fails = plan.length;
  let message = error.message;
  while (fails - works > 1) {
    const middle = (works + fails) >> 1;
    vm.restore(before);
    try {
      vm.mine(plan.slice(0, middle).map(({ step }) => step));
      works = middle;
    } catch (inner) {
      if (!(inner instanceof VmError)) throw inner;
      fails = middle;
      message = inner.message;
    }
  }
  const failed = plan[fails - 1];
  if (failed === undefined) throw error;
  return {
    kind: "skip",
    transaction: failed.transaction,
    outcome: { status: "abort_by_response", result: ERR_NONE, events: [], error: message },
  };
}

function feeStep(transaction: Transaction): Step {
  return {
    kind: "transfer",
    sender: payerOf(transaction),
    recipient: FEE_RECIPIENT,
    amount: transaction.fee,
  };
}

function actionStep({ sender, payload }: Transaction): Step {
  switch (payload.kind) {
    case "token_transfer":
      return { kind: "transfer", sender, recipient: payload.recipient, amount: payload.amount };
    case "contract_call":
      return {
        kind: "call",
        sender,
        contract: payload.contract,
        functionName: payload.functionName,
        args: payload.args,
      };
    case "smart_contract":
      return {
        kind: "deploy",
        sender,
        name: payload.name,
        source: payload.source,
        clarityVersion: payload.clarityVersion,
      };
  }
}

/** `(ok …)` or a value that is no response; `(err …)` starts with 08. */
function isOk({ result }: Outcome): boolean {
  return !result.startsWith("0x08");
}
