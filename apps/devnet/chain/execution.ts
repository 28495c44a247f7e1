import type { TransactionStatus } from "./block.ts";
import { checkPostConditions, listMovements } from "./post-condition.ts";
import type { Step } from "./step.ts";
import type { Transaction } from "./transaction.ts";
import { type Outcome, type Snapshot, type VirtualMachine, VmError, type VmEvent } from "./vm.ts";

/** What a transaction came to in its block. */
export interface Receipt {
  transaction: Transaction;
  status: TransactionStatus;
  /** The serialized Clarity value, 0x-prefixed. */
  result: string;
  events: VmEvent[];
  /** Why it was aborted, where the result does not say. */
  error?: string;
}

/** A transaction that only pays its fee when its block runs, and what it is recorded as. */
export type Skipped = Omit<Receipt, "transaction">;

export interface Execution {
  receipts: Receipt[];
  /** By txid: those whose effects were taken back. */
  skipped: Map<string, Skipped>;
}

/** Where fees go. Nobody holds its key. */
export const FEE_RECIPIENT = "ST000000000000000000002AMW42H";

const ERR_NONE = "0x0809";

/**
 * Runs transactions in one new block. A transaction that breaks a post-condition or dies of a
 * runtime error keeps nothing but its fee and nonce: the state is rewound and the block run again
 * without it, so that those behind it see what they would on a real chain.
 * @param before the state as it is now
 */
export function executeBlock(
  vm: VirtualMachine,
  transactions: readonly Transaction[],
  before: Snapshot,
): Execution {
  const { skipped, postponed } = sortOutDeploys(vm, transactions);
  let included = transactions.filter((transaction) => !postponed.includes(transaction));
  for (;;) {
    const round = runRound(vm, included, skipped, before);
    if (round.kind === "done") return { receipts: round.receipts, skipped };
    vm.restore(before);
    if (round.kind === "skip") {
      skipped.set(round.transaction.txid, round.as);
    } else {
      // Whoever cannot even pay their fee waits, and all of the same sender behind it.
      const { sender, nonce } = round.transaction;
      included = included.filter((tx) => tx.sender !== sender || tx.nonce < nonce);
    }
  }
}

/**
 * Deploying a contract twice would bring the VM down. A contract that is there already is not
 * deployed again; the second of two in one block waits for the next, when it is known whether the
 * first worked.
 */
function sortOutDeploys(
  vm: VirtualMachine,
  transactions: readonly Transaction[],
): { skipped: Execution["skipped"]; postponed: Transaction[] } {
  const skipped = new Map<string, Skipped>();
  const postponed: Transaction[] = [];
  const deployed = new Set<string>();
  for (const transaction of transactions) {
    const { txid, sender, payload } = transaction;
    if (postponed.some((tx) => tx.sender === sender)) {
      postponed.push(transaction);
    } else if (payload.kind === "smart_contract") {
      if (vm.contractInterface(payload.contract) !== undefined) {
        const error = `contract ${payload.contract} exists already`;
        skipped.set(txid, { status: "abort_by_response", result: ERR_NONE, events: [], error });
      } else if (deployed.has(payload.contract)) {
        postponed.push(transaction);
      }
      deployed.add(payload.contract);
    }
  }
  return { skipped, postponed };
}

/**
 * Runs a block again that was run before.
 * @param skipped those that only paid their fee then
 * @returns undefined where it does not run as it did
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
  | { kind: "skip"; transaction: Transaction; as: Skipped }
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
      const { transaction: _, ...as } = receipt;
      return { kind: "skip", transaction, as };
    }
    receipts.push(receipt);
  }
  return { kind: "done", receipts };
}

function judge(transaction: Transaction, outcome: Outcome): Receipt {
  const deployed = transaction.payload.kind === "smart_contract";
  if (!deployed && !isOk(outcome)) {
    return { transaction, status: "abort_by_response", result: outcome.result, events: [] };
  }
  // A plain transfer says what it moves; the node looks at no post-conditions there.
  const plain = transaction.payload.kind === "token_transfer";
  const broken = plain
    ? undefined
    : checkPostConditions({
        mode: transaction.postConditionMode,
        conditions: transaction.postConditions,
        origin: transaction.sender,
        movements: listMovements(outcome.events),
      });
  const result = deployed ? "0x0703" : outcome.result;
  return broken === undefined
    ? { transaction, status: "success", result, events: outcome.events }
    : {
        transaction,
        status: "abort_by_post_condition",
        result,
        events: outcome.events,
        error: broken,
      };
}

/** The VM stops a block at a step that fails but does not say at which: the shortest failing start
 * of the block ends with it. */
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
    as: { status: "abort_by_response", result: ERR_NONE, events: [], error: message },
  };
}

function feeStep(transaction: Transaction): Step {
  return {
    kind: "transfer",
    sender: transaction.sender,
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
