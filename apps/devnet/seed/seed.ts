import { type CategoryName, categories } from "@colonnade/domain/category.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { Cl, type ClarityValue, Pc, type PostCondition } from "@stacks/transactions";
import { type DevnetAccount, deployer, watcher } from "../accounts.ts";
import { splitName } from "../names.ts";
import { follows, organizations, profiles, type SeedProfile } from "./cast.ts";
import { endorsements, type SeedEndorsement } from "./endorsements.ts";
import { fieldOf, numberOf, type SeedCall, SeedSender, textOf } from "./sender.ts";
import { serviceAnswers, signIn, uploadImage } from "./service.ts";

export interface SeedOptions {
  nodeUrl: string;
  protocolContract: string;
  /** The service, for images and follows; without it the presets serve and nobody follows. */
  origin?: string;
  signal?: AbortSignal;
  log?: { info(details: object, message: string): void };
}

const MARK = "colonnade seed 1";
const INDEX_PATIENCE_MS = 60_000;

/**
 * Fills a devnet with its cast, by ordinary signed transactions. What is on the chain already is
 * left as it is, so a seed that was interrupted goes on where it stopped; a finished one leaves a
 * mark and is never run again.
 * @returns whether there was anything to do
 * @throws SeedError
 */
export async function seedDevnet(options: SeedOptions): Promise<boolean> {
  const chain = new SeedSender(options.nodeUrl, options.protocolContract, options.signal);
  if (await chain.hasMark(watcher, MARK)) return false;
  const { origin } = options;
  const service = origin !== undefined && (await serviceAnswers(origin)) ? origin : undefined;

  await chain.sendAll([...(await watcherCalls(chain)), ...(await profileCalls(chain, service))]);
  options.log?.info({ profiles: profiles.length }, "seeded profiles");
  await chain.sendAll(await organizationCalls(chain));
  await chain.sendAll(await submissionCalls(chain));
  await chain.sendAll(await editCalls(chain, options.protocolContract));
  await chain.sendAll(await approvalCalls(chain, options.protocolContract));
  options.log?.info({ endorsements: endorsements.length }, "seeded endorsements");
  if (service !== undefined) await follow(service);
  await chain.leaveMark(watcher, deployer, MARK);
  return true;
}

async function watcherCalls(chain: SeedSender): Promise<SeedCall[]> {
  const there = await chain.read("is-watcher", [Cl.principal(watcher.address)]);
  if (there.type === "true") return [];
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

async function imageOf(profile: SeedProfile, service: string | undefined): Promise<string> {
  if (service === undefined) return presetOf(profile.fallback);
  return uploadImage(await signIn(service, profile.account), profile.image);
}

async function organizationCalls(chain: SeedSender): Promise<SeedCall[]> {
  const calls: SeedCall[] = [];
  for (const organization of organizations) {
    const { admin, name, logo, description, website, representatives } = organization;
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
        Cl.list(representatives.map(({ address }) => Cl.principal(address))),
      ],
    });
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
  return [...(await findSent(chain))].flatMap(([seeded, { id, revision, pending }]) => {
    if (seeded.edit === undefined || revision > 1 || !pending) return [];
    const { by, title, description } = seeded.edit;
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
        postConditions: [willSendPending(protocol, seeded.receiver, id, revision)],
      },
    ];
  });
}

async function approvalCalls(chain: SeedSender, protocol: string): Promise<SeedCall[]> {
  return [...(await findSent(chain))].flatMap(([seeded, { id, revision, pending }]) =>
    seeded.approved && pending
      ? [
          {
            sender: seeded.receiver,
            functionName: "approve-endorsement",
            args: [Cl.uint(id)],
            postConditions: [willSendPending(protocol, seeded.receiver, id, revision)],
          },
        ]
      : [],
  );
}

interface Sent {
  id: number;
  revision: number;
  /** Neither approved nor rejected. */
  pending: boolean;
}

/** Which of the seeded endorsements are on the chain, found by their parties and image. */
async function findSent(chain: SeedSender): Promise<Map<SeedEndorsement, Sent>> {
  const last = numberOf(await chain.read("get-last-endorsement-id", []));
  const sent = new Map<SeedEndorsement, Sent>();
  for (let id = 1; id <= last; id += 1) {
    const found = await chain.read("get-endorsement", [Cl.uint(id)]);
    const seeded = endorsements.find(
      (endorsement) => !sent.has(endorsement) && isSame(endorsement, found),
    );
    if (seeded === undefined) continue;
    const revision = numberOf(fieldOf(found, "revision"));
    const owner = await chain.read("get-pending-owner", [Cl.uint(id), Cl.uint(revision)]);
    sent.set(seeded, { id, revision, pending: owner.type === "some" });
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

/** The post-condition of a decision: the receiver gives up what waits, as it stands in this revision. */
export function willSendPending(
  protocol: string,
  receiver: DevnetAccount,
  id: number,
  revision: number,
): PostCondition {
  const [address = "", name = ""] = protocol.split(".");
  return Pc.principal(receiver.address)
    .willSendAsset()
    .nft(
      `${address}.${name}::pending-endorsement`,
      Cl.tuple({ id: Cl.uint(id), revision: Cl.uint(revision) }),
    );
}

/** Follows are no business of the chain; the service takes them once it has seen the profiles. */
async function follow(origin: string): Promise<void> {
  const api = createClient({ origin });
  const deadline = Date.now() + INDEX_PATIENCE_MS;
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
