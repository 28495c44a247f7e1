import { readFile } from "node:fs/promises";
import { willSendPending } from "@colonnade/contracts/pending-endorsement.ts";
import { type CategoryName, categories } from "@colonnade/domain/category.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { Cl, type ClarityValue } from "@stacks/transactions";
import { deployer, watcher } from "../accounts.ts";
import { splitName } from "../names.ts";
import {
  endorsements,
  follows,
  organizations,
  profiles,
  type SeedEndorsement,
  type SeedProfile,
} from "./cast.ts";
import { fieldOf, numberOf, type SeedCall, SeedSender, textOf } from "./sender.ts";
import { signIn } from "./sign-in.ts";

interface SeedOptions {
  nodeUrl: string;
  protocolContract: string;
  /** The service. Without it, profiles get preset images, and nobody follows. */
  origin?: string;
  signal?: AbortSignal;
  log?: { info(details: object, message: string): void };
}

const MARK = "colonnade seed 1";
const INDEX_TIMEOUT_MS = 60_000;

/**
 * Fills a devnet with its cast by ordinary signed transactions. It skips what is on the chain, so an
 * interrupted seed continues where it stopped. A finished seed leaves a mark on the chain (a transfer
 * of 1 µSTX with a memo) and does not run again.
 * @returns whether it had anything to do
 * @throws SeedError
 */
export async function seedDevnet(options: SeedOptions): Promise<boolean> {
  const chain = new SeedSender(options.nodeUrl, options.protocolContract, options.signal);
  if (await chain.hasMark(watcher, MARK)) return false;
  const { origin } = options;
  const service = origin !== undefined && (await isAnswering(origin)) ? origin : undefined;

  await chain.sendAll([...(await watcherCalls(chain)), ...(await profileCalls(chain, service))]);
  options.log?.info({ profiles: profiles.length }, "seeded profiles");
  await chain.sendAll(await organizationCalls(chain));
  await chain.sendAll(await acceptanceCalls(chain));
  await chain.sendAll(await submissionCalls(chain));
  await chain.sendAll(await editCalls(chain, options.protocolContract));
  await chain.sendAll(await approvalCalls(chain, options.protocolContract));
  await chain.sendAll(await withdrawalCalls(chain));
  options.log?.info({ endorsements: endorsements.length }, "seeded endorsements");
  if (service !== undefined) await follow(service);
  await chain.leaveMark(watcher, deployer, MARK);
  return true;
}

function isAnswering(origin: string): Promise<boolean> {
  return createClient({ origin })("getStatus").then(
    () => true,
    () => false,
  );
}

async function watcherCalls(chain: SeedSender): Promise<SeedCall[]> {
  const isWatcher = await chain.read("is-watcher", [Cl.principal(watcher.address)]);
  if (isWatcher.type === "true") return [];
  return [{ sender: deployer, functionName: "add-watcher", args: [Cl.principal(watcher.address)] }];
}

async function profileCalls(chain: SeedSender, service: string | undefined): Promise<SeedCall[]> {
  const calls: SeedCall[] = [];
  for (const profile of profiles) {
    const { account, statement } = profile;
    const found = await chain.read("get-profile", [Cl.principal(account.address)]);
    if (found.type === "some") continue;
    const { name, namespace } = splitName(account.bnsName ?? "");
    calls.push({
      sender: account,
      functionName: "register-profile",
      args: [
        Cl.bufferFromUtf8(namespace),
        Cl.bufferFromUtf8(name),
        Cl.some(Cl.stringUtf8(statement)),
        Cl.stringAscii(await imageOf(profile, service)),
      ],
    });
  }
  return calls;
}

/** The address of the profile's image, which is uploaded to the service if there is one. */
async function imageOf(profile: SeedProfile, service: string | undefined): Promise<string> {
  const { account, image, fallback } = profile;
  if (service === undefined) return presetOf(fallback);
  const bytes = await readFile(new URL(`images/${image}`, import.meta.url));
  const file = new File([new Uint8Array(bytes)], image, { type: "image/png" });
  const api = await signIn(service, account);
  const { cid } = await api("uploadImage", { file });
  return `ipfs://${cid}`;
}

async function organizationCalls(chain: SeedSender): Promise<SeedCall[]> {
  const calls: SeedCall[] = [];
  for (const organization of organizations) {
    const { admin, name, logo, description, website, members, invited } = organization;
    const found = await chain.read("get-organization-by-name", [Cl.stringUtf8(name)]);
    if (found.type === "some") continue;
    calls.push({
      sender: watcher,
      functionName: "watcher-new-organization",
      args: [
        Cl.principal(admin.address),
        Cl.stringUtf8(name),
        Cl.stringAscii(presetOf(logo)),
        Cl.stringUtf8(description),
        Cl.stringUtf8(website),
        Cl.list([...members, ...invited].map(({ address }) => Cl.principal(address))),
      ],
    });
  }
  return calls;
}

/** Calls by which the members accept their invitations to the organizations. */
async function acceptanceCalls(chain: SeedSender): Promise<SeedCall[]> {
  const calls: SeedCall[] = [];
  for (const { name, members } of organizations) {
    const found = await chain.read("get-organization-by-name", [Cl.stringUtf8(name)]);
    const id = Cl.uint(numberOf(fieldOf(found, "id")));
    for (const sender of members) {
      const seated = await chain.read("is-representative", [id, Cl.principal(sender.address)]);
      if (seated.type === "true") continue;
      calls.push({ sender, functionName: "accept-representation", args: [id] });
    }
  }
  return calls;
}

async function submissionCalls(chain: SeedSender): Promise<SeedCall[]> {
  const sent = await findSent(chain);
  const height = await chain.tipHeight();
  return endorsements
    .filter((endorsement) => !sent.has(endorsement))
    .map(({ sender, receiver, category, title, description, organization }) => ({
      sender,
      functionName: "submit-endorsement",
      args: [
        Cl.principal(sender.address),
        Cl.principal(receiver.address),
        Cl.stringUtf8(title),
        Cl.uint(height),
        Cl.stringUtf8(description),
        Cl.stringAscii(presetOf(category)),
        organization === undefined ? Cl.none() : Cl.some(Cl.stringUtf8(organization)),
      ],
    }));
}

async function editCalls(chain: SeedSender, protocol: string): Promise<SeedCall[]> {
  const height = await chain.tipHeight();
  return [...(await findSent(chain))].flatMap(([seeded, { id, words, status, edited }]) => {
    if (seeded.edit === undefined || edited || status !== "pending") return [];
    const { by, title, description } = seeded.edit;
    const receiver = seeded.receiver.address;
    return [
      {
        sender: by,
        functionName: "edit-endorsement",
        args: [
          Cl.uint(id),
          Cl.stringUtf8(title),
          Cl.uint(height),
          Cl.stringUtf8(description),
          Cl.stringAscii(presetOf(seeded.category)),
        ],
        // A suggestion moves no asset.
        postConditions:
          by === seeded.sender ? [willSendPending(protocol, receiver, id, words)] : [],
      },
    ];
  });
}

async function approvalCalls(chain: SeedSender, protocol: string): Promise<SeedCall[]> {
  return [...(await findSent(chain))].flatMap(([{ receiver, approved }, { id, words, status }]) =>
    approved && status === "pending"
      ? [
          {
            sender: receiver,
            functionName: "approve-endorsement",
            args: [Cl.uint(id)],
            postConditions: [willSendPending(protocol, receiver.address, id, words)],
          },
        ]
      : [],
  );
}

async function withdrawalCalls(chain: SeedSender): Promise<SeedCall[]> {
  return [...(await findSent(chain))].flatMap(([{ sender, withdrawn }, { id, status }]) =>
    withdrawn !== undefined && status === "approved"
      ? [
          {
            sender,
            functionName: "withdraw-endorsement",
            args: [Cl.uint(id), Cl.some(Cl.stringUtf8(withdrawn))],
          },
        ]
      : [],
  );
}

/** A seeded endorsement on the chain. */
interface Sent {
  id: number;
  /** The digest of what its author stands by. */
  words: string;
  status: string | undefined;
  /** Whether the seeded edit has been made. */
  edited: boolean;
}

/** Which of the seeded endorsements are on the chain, found by sender, receiver and image. */
async function findSent(chain: SeedSender): Promise<Map<SeedEndorsement, Sent>> {
  const last = numberOf(await chain.read("get-last-endorsement-id", []));
  const sent = new Map<SeedEndorsement, Sent>();
  for (let id = 1; id <= last; id += 1) {
    const found = await chain.read("get-endorsement", [Cl.uint(id)]);
    const seeded = endorsements.find(
      (endorsement) => !sent.has(endorsement) && isSame(endorsement, found),
    );
    if (seeded === undefined) continue;
    const words = fieldOf(found, "words");
    sent.set(seeded, {
      id,
      words: words?.type === "buffer" ? words.value : "",
      status: textOf(fieldOf(found, "status")),
      edited: isEdited(seeded, found),
    });
  }
  return sent;
}

function isSame(seeded: SeedEndorsement, found: ClarityValue): boolean {
  return (
    textOf(fieldOf(found, "sender")) === seeded.sender.address &&
    textOf(fieldOf(found, "receiver")) === seeded.receiver.address &&
    textOf(fieldOf(found, "image")) === presetOf(seeded.category)
  );
}

function isEdited({ edit }: SeedEndorsement, found: ClarityValue): boolean {
  return (
    fieldOf(found, "suggestion")?.type === "some" ||
    textOf(fieldOf(found, "description")) === edit?.description
  );
}

/** Follows are off chain. The service accepts them once it has indexed the profiles. */
async function follow(origin: string): Promise<void> {
  const api = createClient({ origin });
  const deadline = Date.now() + INDEX_TIMEOUT_MS;
  for (const { account } of profiles) {
    for (;;) {
      const known = await api("getProfile", { query: { principal: account.address } }).then(
        ({ status }) => status === "CONFIRMED",
        () => false,
      );
      if (known) break;
      if (Date.now() > deadline) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  for (const [account, followed] of follows) {
    const session = await signIn(origin, account);
    for (const { address } of followed) {
      await session("follow", {
        body: { userPrincipal: account.address, profilePrincipal: address },
      });
    }
  }
}

function presetOf(name: CategoryName): string {
  const preset = categories.find((category) => category.name === name);
  if (preset === undefined) throw new RangeError(`${name} has no preset image`);
  return preset.imageAddress;
}
