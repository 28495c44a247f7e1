import { isDeepStrictEqual } from "node:util";
import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { expect } from "vitest";
import type { Service } from "../../service.ts";
import type { Mempool, Sent } from "./mempool.ts";
import { websiteOf } from "./organization-moves.ts";
import type { Person } from "./people.ts";
import { type Applied, type Decided, expectedStatusOf } from "./review-model.ts";

/** An announced transaction. `principal` is the claimed sender, who may not be the real one. */
export interface Announced {
  sent: Sent;
  principal: Person;
}

/** What people did off chain so far. */
interface OffChainRecord {
  announced: readonly Announced[];
  applications: readonly Applied[];
  decisions: readonly Decided[];
}

/** One round of settling may not reach all pending events. */
const ROUNDS = 5;

/**
 * Expects the statuses of announced transactions and of applications that follow from the node's chain, or else from
 * its mempool.
 */
export async function expectStatuses(
  service: Service,
  as: (person: Person) => Promise<Client>,
  mempool: Mempool,
  record: OffChainRecord,
): Promise<void> {
  const expected = {
    events: record.announced.map((each) => [...labelOf(each), eventsOf(mempool, each)]),
    applications: record.applications.map(({ id, applicant }) => {
      const { status } = expectedStatusOf(mempool, record.decisions, { id, applicant });
      const isDecided = status === "accepted" || status === "declined";
      return [id, status, isDecided, status === "accepted" ? websiteOf(applicant) : null];
    }),
  };
  const read = async () => ({
    events: await readEvents(service, record.announced),
    applications: await readApplications(service, as, record.applications),
  });
  for (let round = 1; round <= ROUNDS; round += 1) {
    await service.askNode();
    if (isDeepStrictEqual(await read(), expected)) return;
  }
  expect(await read()).toEqual(expected);
}

const labelOf = ({ sent: { txId, functionName, unminedStatus }, principal }: Announced) => [
  txId,
  functionName,
  unminedStatus,
  principal.name,
];

/** The expected events, as `{status} {reason}`. A claimed sender who did not send it has none. */
function eventsOf(mempool: Mempool, { sent, principal }: Announced): string[] {
  if (principal !== sent.sender) return [];
  const status = mempool.statusOf(sent.txId);
  if (status === "success") return ["SUCCESS null"];
  if (status !== undefined) return [`FAILED ${status}`];
  if (sent.unminedStatus === "pending") return ["PENDING null"];
  if (sent.unminedStatus !== null) return [`FAILED ${sent.unminedStatus}`];
  // The node does not know it, or no longer.
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
    // A mined transaction may also be an event of its recipients.
    const listed =
      principal === sent.sender ? events : events.filter(({ status }) => status !== "SUCCESS");
    // Of a transaction that rejects several endorsements, each rejection is an event.
    const outcomes = new Set(listed.map(({ status, reason }) => `${status} ${reason}`));
    return [...labelOf(each), [...outcomes]];
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
  const websites = new Map(organizations.map(({ id, website }) => [id, website]));
  const statuses = new Map<number, unknown[]>();
  for (const applicant of new Set(applications.map((each) => each.applicant))) {
    const api = await as(applicant);
    for (const decided of ["true", "false"] as const) {
      const query = { applicant: applicant.address, decided, limit: 100 };
      const { items } = await api("pageApplications", { query });
      for (const { id, status, organizationId } of items) {
        const website = organizationId === null ? null : (websites.get(organizationId) ?? "none");
        statuses.set(id, [id, status, decided === "true", website]);
      }
    }
  }
  return applications.map(({ id }) => statuses.get(id));
}
