import type { Proof } from "@colonnade/domain/proof.ts";
import { bytesToHex } from "@noble/hashes/utils";
import { Cl } from "@stacks/transactions";
import * as z from "zod/mini";
import { type Asked, Node, type Result } from "./ask-node.ts";
import { contractOfSource } from "./contract-digests.ts";
import {
  type Check,
  type CheckName,
  checkOf,
  type Exchange,
  type Finding,
  failed,
  notCheckable,
  passed,
} from "./report.ts";
import type { Words } from "./subject.ts";
import { chainIdOf } from "./transaction-checks.ts";

/** What one node said. `same` holds the answers that all honest nodes share. */
interface Told {
  node: string;
  /** What tells nodes apart: the node's public key, or its address if it does not tell one. */
  key: string;
  checks: Check[];
  same: Record<string, string | null>;
}

/** Checks the claim of a bundle on nodes, each asked in plain RPC, and compares what they say. */
export async function checkOnNodes(proof: Proof, urls: readonly string[]): Promise<Check[]> {
  // A node that is named twice would agree with itself, so it is asked once. Its key shows that two names are one node.
  const nodes = [
    ...new Map(urls.map((url) => new Node(url)).map((node) => [placeOf(node), node])).values(),
  ];
  if (nodes.length === 0) {
    const says =
      "No node was asked. So it is not known whether the chain has this, or whether it was withdrawn since.";
    return [checkOf("endorsement", null, notCheckable(says))];
  }
  const told = await Promise.all(nodes.map((node) => askNode(proof, node)));
  return [
    ...told.flatMap(({ checks }) => checks),
    checkOf("agreement", null, checkAgreement(told)),
  ];
}

/** All names of this machine count as one address. */
const placeOf = ({ url }: Node) =>
  url.replace(/\/\/(?:localhost|\[::1\])(?=[:/]|$)/, "//127.0.0.1");

async function askNode(proof: Proof, node: Node): Promise<Told> {
  const { claim, contracts } = proof;
  const { protocol, endorsement } = contracts;
  const id = [Cl.uint(claim.id)];
  const [info, protocolSource, tokenSource, state, owner, sender, receiver] = await Promise.all([
    node.readInfo(),
    node.readSource(protocol),
    node.readSource(endorsement),
    node.call(protocol, "get-endorsement", id),
    node.call(endorsement, "get-owner", id),
    askName(node, proof, claim.names.sender),
    askName(node, proof, claim.names.receiver),
  ]);
  const say = (name: CheckName, { exchange }: Asked<unknown>, finding: Finding): Check => ({
    ...checkOf(name, node.url, finding),
    exchange,
  });
  const sources = [
    ["protocol", protocolSource],
    ["endorsement", tokenSource],
  ] as const;
  const names = [
    ["sender-name", sender, claim.names.sender, claim.sender],
    ["receiver-name", receiver, claim.names.receiver, claim.receiver],
  ] as const;
  return {
    node: node.url,
    key: info.answer?.node_public_key ?? node.url,
    same: { "get-endorsement": state.answer?.hex ?? null, "get-owner": owner.answer?.hex ?? null },
    checks: [
      say("node-network", info, checkNetwork(proof, info)),
      ...sources.map(([which, source]) => say("source", source, checkSource(which, source))),
      say("endorsement", state, checkEndorsement(proof, state)),
      say("owner", owner, checkOwner(proof, owner)),
      ...names.flatMap(([check, asked, name, address]) =>
        asked === null || name === null ? [] : [say(check, asked, checkName(asked, name, address))],
      ),
    ],
  };
}

/** Asks BNS whom a name belongs to. @returns null without a name */
function askName(node: Node, { contracts }: Proof, name: string | null) {
  if (name === null) return Promise.resolve(null);
  const parts = name.split(".").map((part) => Cl.bufferFromUtf8(part));
  return node.call(contracts.bns, "get-owner-name", parts);
}

const silent = ({ status }: Exchange): Finding =>
  notCheckable(
    status === null ? "The node did not answer." : "The node's answer is not in the expected form.",
  );

function checkNetwork(
  { network }: Proof,
  { exchange, answer }: Asked<{ network_id: number }>,
): Finding {
  if (answer === null) return silent(exchange);
  return answer.network_id === chainIdOf(network)
    ? passed(`It is a node of ${network}.`)
    : failed(`It is not a node of ${network}.`);
}

function checkSource(
  which: "protocol" | "endorsement",
  { exchange, answer }: Asked<{ source: string }>,
): Finding {
  if (answer === null) return silent(exchange);
  return contractOfSource(answer.source) === which
    ? passed(`The ${which} contract is the published one.`)
    : failed(`The ${which} contract is not a published one, so it may do anything.`);
}

const text = { title: z.string(), date: z.bigint(), description: z.string(), image: z.string() };
const stateSchema = z.object({
  sender: z.string(),
  receiver: z.string(),
  org: z.nullable(z.object({ id: z.bigint(), name: z.string() })),
  words: z.instanceof(Uint8Array),
  status: z.string(),
  suggestion: z.nullable(z.object(text)),
  ...text,
});

function checkEndorsement(proof: Proof, { exchange, answer }: Asked<Result>): Finding {
  const { claim } = proof;
  if (answer === null) return silent(exchange);
  if (answer.value === null) return failed(`The chain has no endorsement ${claim.id}.`);
  const parsed = stateSchema.safeParse(answer.value);
  if (!parsed.success) return silent(exchange);
  const state = parsed.data;
  const { sender, receiver, organization, words, wordsHash, status } = claim;
  const said = {
    sender: [state.sender, sender],
    receiver: [state.receiver, receiver],
    organization: [state.org?.name ?? null, organization?.name ?? null],
    "organization's id": [Number(state.org?.id ?? 0), organization?.id ?? 0],
    title: [state.title, words.title],
    text: [state.description, words.endorsement],
    image: [state.image, words.milestoneURI],
    date: [Number(state.date), words.signedHeight],
    digest: [`0x${bytesToHex(state.words)}`, wordsHash],
    status: [state.status, status],
  };
  const other = Object.entries(said).find(([, [chain, claimed]]) => chain !== claimed);
  if (other === undefined) return checkSuggestion(proof, state.suggestion);
  const [part, [chain, claimed]] = other;
  return failed(
    part === "status"
      ? `On the chain it is ${chain}, not ${claimed}.`
      : `The chain has another ${part}.`,
    { part, chain, claimed },
  );
}

/** Checks the last part of an endorsement, after all others have passed. */
function checkSuggestion(
  { claim, transactions }: Proof,
  onChain: z.infer<typeof stateSchema>["suggestion"],
): Finding {
  const suggested = transactions.find(({ action }) => action === "suggest");
  if (suggested === undefined && onChain !== null) {
    // The service holds back what a suspended person suggests. So this is no lie, and the evidence does not show it.
    return notCheckable(
      "The chain has exactly these words. It also has a suggestion that this proof leaves out.",
    );
  }
  const chain = JSON.stringify(onChain && wordsOf(onChain));
  const claimed = JSON.stringify(suggested === undefined ? null : suggested.words);
  return chain === claimed
    ? passed(`The chain has it with exactly these words, as ${claim.status}.`)
    : failed("The chain has another suggestion.", { part: "suggestion", chain, claimed });
}

/** Words as a bundle states them, in the order of its schema. */
const wordsOf = ({
  title,
  date,
  description,
  image,
}: z.infer<z.ZodMiniObject<typeof text>>): Words => ({
  title,
  endorsement: description,
  milestoneURI: image,
  signedHeight: Number(date),
});

function checkOwner({ claim }: Proof, { exchange, answer }: Asked<Result>): Finding {
  if (answer === null) return silent(exchange);
  const owner = answer.value;
  const expected = claim.status === "pending" ? null : claim.receiver;
  if (owner !== expected) return failed("Its token is not the receiver's.", { expected });
  return passed(
    expected === null ? "It has no token, as it is pending." : "Its token belongs to the receiver.",
  );
}

function checkName({ exchange, answer }: Asked<Result>, name: string, address: string): Finding {
  if (!BNS_NAME.test(name)) return failed(`${name} is not a name of BNS.`);
  if (answer === null) return silent(exchange);
  return answer.value === address
    ? passed(`${name} belongs to ${address}.`)
    : failed(`${name} does not belong to ${address} now.`, { owner: ownerIn(answer) });
}

/** The contract that a proof names may answer anything. */
const ownerIn = ({ value }: Result) =>
  value === null || typeof value === "string" ? value : "no principal";

/** A name and its namespace. */
const BNS_NAME = /^[^.]+\.[^.]+$/;

function checkAgreement(told: Told[]): Finding {
  const [first, ...others] = told;
  if (first === undefined || others.length === 0) {
    return notCheckable("Only one node was asked, so nobody else confirms it.");
  }
  if (told.every(({ key }) => key === first.key)) {
    const keys = told.map(({ node, key }) => ({ node, key }));
    return notCheckable(
      "These addresses lead to one node, by its key, so nobody else confirms it.",
      { keys },
    );
  }
  const answers = told.map(({ node, same }) => ({ node, ...same }));
  if (told.some(({ same }) => Object.values(same).includes(null))) {
    return notCheckable("Not every node answered, so they cannot be compared.", { answers });
  }
  const differing = others.filter(({ same }) =>
    Object.entries(same).some(([question, answer]) => answer !== first.same[question]),
  );
  return differing.length === 0
    ? passed(`${new Set(told.map(({ key }) => key)).size} nodes say the same.`, { answers })
    : failed(
        `${[first, ...differing].map(({ node }) => node).join(" and ")} say different things.`,
        { answers },
      );
}
