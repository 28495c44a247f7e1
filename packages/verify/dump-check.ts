import { categoryOf } from "@colonnade/domain/category.ts";
import type { DumpHeader, DumpLine } from "@colonnade/domain/dump.ts";
import { BrokenDumpError, type DumpPart, readDump } from "@colonnade/domain/dump-lines.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import type { Proof } from "@colonnade/domain/proof.ts";
import { sha256 } from "@noble/hashes/sha256";
import { bytesToHex } from "@noble/hashes/utils";
import { ProtocolState } from "./protocol-state.ts";
import type { Check, Report } from "./report.ts";
import { reasonIn } from "./transaction-checks.ts";
import { verify } from "./verify.ts";

/** Lines that are checked at once. Each asks every node some ten questions. */
const AT_ONCE = 4;

interface DumpOptions {
  /** The protocol contract that you trust, as `ADDRESS.name`. */
  protocol?: string | undefined;
  /** Addresses of nodes, one at least. The first is asked for what has no proof. */
  nodes: readonly string[];
  /** Endorsements with lower numbers are not checked again. */
  from?: number;
  /** Called for each thing that was checked. */
  onChecked?: (checked: DumpCheck) => void;
}

/**
 * What was found of one thing in a dump, or of one that should be in it. `changed`: the chain says otherwise now, which
 * may have happened after the dump was made. `newer`: the chain has it as approved or withdrawn, and the dump lacks it.
 * It was left out, or approved since.
 */
export interface DumpCheck {
  of: "profile" | "organization" | "endorsement" | "contracts";
  id: string | number;
  outcome: "proved" | "incomplete" | "changed" | "newer" | "failed";
  says: string;
}

/** How many things have each outcome. */
type DumpCounts = Record<DumpCheck["outcome"], number>;

/**
 * Checks a dump against the chain:
 * - it is whole,
 * - each of its proofs passes,
 * - each profile and organization has its name on chain,
 * - nothing approved on chain is missing, except for people whom a watcher suspends.
 * @param lines without their line breaks
 * @throws BrokenDumpError, SilentNodeError
 */
export async function checkDump(
  lines: AsyncIterable<string>,
  options: DumpOptions,
): Promise<DumpCounts> {
  const counts: DumpCounts = { proved: 0, incomplete: 0, changed: 0, newer: 0, failed: 0 };
  const tell = (checked: DumpCheck) => {
    counts[checked.outcome] += 1;
    options.onChecked?.(checked);
  };
  const hash = sha256.create();
  const parts = readDump(lines, {
    update: (text) => hash.update(text),
    hex: () => bytesToHex(hash.digest()),
  });
  const header = await readHeader(parts);
  const state = stateOf(header, options);
  if (options.protocol !== undefined) tell(checkContracts(header, options.protocol));
  const held = new Set<number>();
  let batch: DumpLine[] = [];
  const checkBatch = async () => {
    const found = await Promise.all(batch.map((line) => checkLine(line, header, state, options)));
    for (const checked of found) if (checked !== null) tell(checked);
    batch = [];
  };
  for await (const part of parts) {
    if (part.kind !== "line") continue;
    if ("endorsement" in part.line) held.add(part.line.endorsement.id);
    if (batch.push(part.line) === AT_ONCE) await checkBatch();
  }
  await checkBatch();
  await checkMissing(state, held, options.from ?? 1, tell);
  return counts;
}

async function readHeader(parts: AsyncGenerator<DumpPart>): Promise<DumpHeader> {
  const { value } = await parts.next();
  if (value === undefined || value.kind !== "header")
    throw new BrokenDumpError("The dump is empty.");
  return value.header;
}

function stateOf({ contracts }: DumpHeader, { nodes }: DumpOptions): ProtocolState {
  const [node] = nodes;
  if (node === undefined) throw new Error("No node was named");
  return new ProtocolState(node, contracts.protocol);
}

function checkContracts({ contracts }: DumpHeader, trusted: string): DumpCheck {
  const isTrusted = contracts.protocol === trusted;
  return {
    ...{ of: "contracts", id: contracts.protocol },
    outcome: isTrusted ? "proved" : "failed",
    says: isTrusted ? "It is the protocol that you trust." : `You trust ${trusted}.`,
  };
}

/** @returns null for what is not checked again */
async function checkLine(
  line: DumpLine,
  header: DumpHeader,
  state: ProtocolState,
  { protocol, nodes, from = 1 }: DumpOptions,
): Promise<DumpCheck | null> {
  if ("profile" in line) return checkProfile(line.profile, state);
  if ("organization" in line) return checkOrganization(line.organization, state);
  const { id } = line.endorsement;
  if (id < from) return null;
  const endorsement = { of: "endorsement", id } as const;
  const foreign = foreignIn(line.proof, header);
  if (foreign !== null) return { ...endorsement, outcome: "failed", says: foreign };
  const report = await verify(line.proof, { protocol, nodes });
  return { ...endorsement, ...findingOf(line, report) };
}

/** @returns what makes a proof one of another chain or other contracts than its dump; null if nothing does */
function foreignIn(proof: Proof, dump: DumpHeader): string | null {
  if (proof.network !== dump.network) return `Its proof is of ${proof.network}.`;
  for (const name of ["protocol", "endorsement", "bns"] as const) {
    const other = proof.contracts[name];
    if (other !== dump.contracts[name]) return `Its proof is of ${other}.`;
  }
  return null;
}

type LineOf<Kind extends string> = Extract<DumpLine, Record<Kind, unknown>>;
type Found = Pick<DumpCheck, "outcome" | "says">;

const SINCE = "It changed since the dump was made, or the dump is wrong.";

/** Another name is no failure: people change names and remove profiles. */
async function checkProfile(
  { address, bns_name, bns }: LineOf<"profile">["profile"],
  state: ProtocolState,
): Promise<DumpCheck> {
  const name = await state.nameOf(address);
  const subject = { of: "profile", id: address } as const;
  if (name === `${bns_name}.${bns}`) return { ...subject, ...sameName };
  const now = name === null ? "The chain has no profile of it now." : `Its name is ${name} now.`;
  return { ...subject, outcome: "changed", says: `${now} ${SINCE}` };
}

/** Another name is a failure: an organization keeps its name. */
async function checkOrganization(
  { id, name }: LineOf<"organization">["organization"],
  state: ProtocolState,
): Promise<DumpCheck> {
  const onChain = await state.organizationName(id);
  const subject = { of: "organization", id } as const;
  if (name === onChain) return { ...subject, ...sameName };
  const says = onChain === null ? "The chain has none." : `On the chain it is ${onChain}.`;
  return { ...subject, outcome: "failed", says };
}

const sameName: Found = { outcome: "proved", says: "The chain has it under this name." };

function findingOf(line: LineOf<"endorsement">, { verdict, checks }: Report): Found {
  const bad = checks.filter(({ outcome }) => outcome === "failed");
  const [first] = bad.filter((check) => !mayChange(check, bad));
  if (first !== undefined) return { outcome: "failed", says: first.says };
  const other = differenceOf(line);
  if (other !== null) {
    return { outcome: "failed", says: `Beside the proof it has another ${other}.` };
  }
  const [since] = bad;
  if (since !== undefined) return { outcome: "changed", says: `${since.says} ${SINCE}` };
  const open = checks.find(({ outcome }) => outcome === "not-checkable");
  return { outcome: verdict, says: open?.says ?? "Proved." };
}

/** @returns the first part in which the document beside a proof differs from it; null if there is none */
function differenceOf({ endorsement, proof }: LineOf<"endorsement">): string | null {
  const { claim, transactions } = proof;
  const { withdrawn } = endorsement;
  const written = transactions.findLast(({ action }) => action === "submit" || action === "edit");
  const withdrawal = transactions.find(({ action }) => action === "withdraw");
  const reason = reasonIn(proof);
  const said = {
    sender: [endorsement.column_sender.address, claim.sender],
    receiver: [endorsement.column_receiver.address, claim.receiver],
    title: [endorsement.title, claim.words.title],
    text: [endorsement.endorsement, claim.words.endorsement],
    image: [endorsement.milestoneURI, claim.words.milestoneURI],
    "height as its date": [endorsement.signedHeight, claim.words.signedHeight],
    digest: [endorsement.wordsHash, claim.wordsHash],
    "transaction of its words": [endorsement.wordsTxId ?? endorsement.txId, written?.txId],
    // Approval drops both, and screens show a draft in the place of the words.
    draft: [endorsement.draft, undefined],
    suggestion: [endorsement.suggestion, undefined],
    category: [endorsement.category, categoryOf(claim.words.milestoneURI).name],
    organization: [endorsement.organization?.id ?? null, claim.organization?.id ?? null],
    "name of the organization": [
      endorsement.organization?.name ?? null,
      claim.organization?.name ?? null,
    ],
    "name of the sender": [displayName(endorsement.column_sender), claim.names.sender ?? ""],
    "name of the receiver": [displayName(endorsement.column_receiver), claim.names.receiver ?? ""],
    status: [withdrawn === undefined ? "approved" : "withdrawn", claim.status],
    approval: [endorsement.approved, claim.status === "approved"],
    "person who withdrew it": [withdrawn?.by, withdrawal?.by],
    "transaction of the withdrawal": [withdrawn?.txId, withdrawal?.txId],
    // Without the bytes, a check of the proof is open already.
    "reason of the withdrawal": reason === undefined ? [] : [withdrawn?.reason, reason],
  };
  const other = Object.entries(said).find(([, [document, proved]]) => document !== proved);
  return other?.[0] ?? null;
}

/** What an endorsement with a status may become. */
const laterStatuses: Readonly<Record<string, readonly unknown[]>> = {
  approved: ["withdrawn", "discarded"],
  withdrawn: ["discarded"],
};

/**
 * Whether a change after the dump was made explains a failed check: a name changed hands, or the endorsement was
 * withdrawn or discarded.
 */
function mayChange({ name, evidence }: Check, bad: readonly Check[]): boolean {
  // The evidence has an owner only for a name that BNS can have. No other name can have changed hands.
  if (name === "sender-name" || name === "receiver-name") return "owner" in evidence;
  if (name === "owner") return bad.some((check) => check.name === "endorsement");
  const { part, chain, claimed } = evidence;
  if (name !== "endorsement" || part !== "status") return false;
  return laterStatuses[String(claimed)]?.includes(chain) === true;
}

/**
 * Reports each endorsement that the chain has as approved or withdrawn and the dump lacks, unless a watcher suspends
 * its sender or receiver.
 */
async function checkMissing(
  state: ProtocolState,
  held: ReadonlySet<number>,
  from: number,
  tell: (checked: DumpCheck) => void,
): Promise<void> {
  const last = await state.lastEndorsement();
  for (let id = from; id <= last; id += 1) {
    if (held.has(id)) continue;
    const found = await state.endorsement(id);
    if (found === null || !["approved", "withdrawn"].includes(found.status)) continue;
    const { sender, receiver } = found;
    if ((await state.isSuspended(sender)) || (await state.isSuspended(receiver))) continue;
    const says = `The chain has it as ${found.status} now. It was left out, or approved since.`;
    tell({ of: "endorsement", id, outcome: "newer", says });
  }
}
