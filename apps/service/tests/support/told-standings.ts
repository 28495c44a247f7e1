import { isDeepStrictEqual } from "node:util";
import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { expect } from "vitest";
import type { Service } from "../../service.ts";
import type { Mempool, Sent } from "./mempool.ts";
import type { Person } from "./people.ts";
import { type Applied, type Decided, standingOf } from "./review-model.ts";

/** A transaction that was announced in somebody's name, who may not be its sender. */
export interface Announced {
  sent: Sent;
  principal: Person;
}

interface Told {
  announced: readonly Announced[];
  applications: readonly Applied[];
  decisions: readonly Decided[];
}

/** In one round not all may be asked after. */
const ROUNDS = 5;

/** Expects of announced transactions and of applications what the node's chain, and else its mempool, makes of them. */
export async function expectStandings(
  service: Service,
  as: (person: Person) => Promise<Client>,
  mempool: Mempool,
  told: Told,
): Promise<void> {
  const expected = {
    events: told.announced.map((each) => [...labelOf(each), eventsOf(mempool, each)]),
    applications: told.applications.map(({ id, applicant }) => {
      const { status } = standingOf(mempool, told.decisions, { id, applicant });
      const isDecided = status === "accepted" || status === "declined";
      return [id, status, isDecided, status === "accepted" ? applicant.address : null];
    }),
  };
  const read = async () => ({
    events: await readEvents(service, told.announced),
    applications: await readApplications(service, as, told.applications),
  });
  for (let round = 1; round <= ROUNDS; round += 1) {
    await service.askNode();
    if (isDeepStrictEqual(await read(), expected)) return;
  }
  expect(await read()).toEqual(expected);
}

const labelOf = ({ sent: { txId, functionName, elsewhere }, principal }: Announced) => [
  txId,
  functionName,
  elsewhere,
  principal.name,
];

/** The events that somebody is shown of a transaction, as words; of another's only what the chain has is shown. */
function eventsOf(mempool: Mempool, { sent, principal }: Announced): string[] {
  if (principal !== sent.sender) return [];
  const status = mempool.statusOf(sent.txId);
  if (status === "success") return ["SUCCESS null"];
  if (status !== undefined) return [`FAILED ${status}`];
  if (sent.elsewhere === "pending") return ["PENDING null"];
  if (sent.elsewhere !== null) return [`FAILED ${sent.elsewhere}`];
  // The node has forgotten it, or never knew it.
  return mempool.sent.includes(sent) ? ["FAILED expired"] : [];
}

async function readEvents(service: Service, announced: readonly Announced[]): Promise<unknown[]> {
  const api = createClient({ origin: service.origin });
  const all = new Map<Person, Awaited<ReturnType<typeof readAllEvents>>>();
  for (const principal of new Set(announced.map((each) => each.principal))) {
    all.set(principal, await readAllEvents(api, principal.address));
  }
  return announced.map((each) => {
    const { sent, principal } = each;
    const events = (all.get(principal) ?? []).filter(({ txId }) => txId === sent.txId);
    // What the chain has may concern others than the sender.
    const told =
      principal === sent.sender ? events : events.filter(({ status }) => status !== "SUCCESS");
    return [...labelOf(each), told.map(({ status, reason }) => `${status} ${reason}`)];
  });
}

async function readAllEvents(api: Client, principal: string) {
  const events: Awaited<ReturnType<typeof readEventPage>> = [];
  for (;;) {
    const page = await readEventPage(api, principal, events.at(-1)?.cursor);
    if (page.length === 0) return events;
    events.push(...page);
  }
}

function readEventPage(api: Client, principal: string, before: string | undefined) {
  return api("getEvents", { query: before === undefined ? { principal } : { principal, before } });
}

async function readApplications(
  service: Service,
  as: (person: Person) => Promise<Client>,
  applications: readonly Applied[],
): Promise<unknown[]> {
  const organizations = await createClient({ origin: service.origin })("listOrganizations");
  const admins = new Map(organizations.map(({ id, admin }) => [id, admin]));
  const standings = new Map<number, unknown[]>();
  for (const applicant of new Set(applications.map((each) => each.applicant))) {
    const api = await as(applicant);
    for (const decided of ["true", "false"] as const) {
      const query = { applicant: applicant.address, decided, limit: 100 };
      const { items } = await api("pageApplications", { query });
      for (const { id, status, organizationId } of items) {
        const admin = organizationId === null ? null : (admins.get(organizationId) ?? "nobody");
        standings.set(id, [id, status, decided === "true", admin]);
      }
    }
  }
  return applications.map(({ id }) => standings.get(id));
}
