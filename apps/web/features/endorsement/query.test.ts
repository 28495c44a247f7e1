import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import {
  type InfiniteData,
  InfiniteQueryObserver,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import {
  endorsementPages,
  endorsementQuery,
  refreshAllEndorsements,
  refreshEndorsements,
  refreshOrganizationEndorsements,
} from "./query.ts";

const person = {
  address: "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK",
  bns_name: "alice",
  bns: "btc",
  profileImageUrl: "",
};

function endorsement(id: number, approved = false): Endorsement {
  return {
    id,
    approved,
    shown: true,
    title: `Title ${id}`,
    endorsement: "Words",
    milestoneURI: "ipfs://bafkreicymhbhfmvdzyz7kf645sbngynbbxpodn6ryxcvukfnkolj5fqpbi",
    category: "N/A",
    date: "2026-11-20T12:00:00.000Z",
    height: 1,
    signedHeight: 1,
    wordsDate: "2026-11-20T12:00:00.000Z",
    wordsHeight: 1,
    wordsHash: `0x${"0".repeat(64)}`,
    senderIssued: 1,
    txId: `0x${"0".repeat(64)}`,
    column_sender: person,
    column_receiver: person,
  };
}

const { queryKey } = endorsementPages();

function withPages(...pages: number[][]): QueryClient {
  const client = new QueryClient();
  client.setQueryData(queryKey, {
    pages: pages.map((ids) => ({ items: ids.map((id) => endorsement(id)), next: null })),
    pageParams: pages.map(() => null),
  });
  return client;
}

let served: Endorsement[] = [];
let asked: string[] = [];
// Once, because the typed client keeps the `fetch` that it finds first.
vi.stubGlobal("fetch", async (address: string) => {
  asked.push(address);
  const id = Number(new URL(address, "http://service").searchParams.get("id"));
  const found = served.find((one) => one.id === id);
  return found === undefined
    ? Response.json(
        { error: { code: "does_not_exist", message: "None", requestId: "1" } },
        { status: 404 },
      )
    : Response.json(found);
});

/** Has the service know these endorsements only. @returns what it is asked from now on */
function serve(...known: Endorsement[]): string[] {
  served = known;
  asked = [];
  return asked;
}

const shown = (client: QueryClient) =>
  client
    .getQueryData<InfiniteData<{ items: Endorsement[] }>>(queryKey)
    ?.pages.flatMap(({ items }) => items.map(({ id, approved }) => [id, approved]));

test("replaces a changed endorsement in a long list and fetches nothing else", async () => {
  const client = withPages([6, 5], [4, 3], [2, 1]);
  const asked = serve(endorsement(3, true));
  await refreshEndorsements(client, [3, 99]);
  expect(asked).toEqual(["/api/milestone?id=3"]);
  expect(shown(client)).toEqual([
    [6, false],
    [5, false],
    [4, false],
    [3, true],
    [2, false],
    [1, false],
  ]);
});

test("removes a rejected endorsement from a long list", async () => {
  const client = withPages([3], [2], [1]);
  serve();
  await refreshEndorsements(client, [2]);
  expect(shown(client)?.map(([id]) => id)).toEqual([3, 1]);
});

test("invalidates a short list", async () => {
  const client = withPages([2, 1]);
  await refreshEndorsements(client, [2]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test("invalidates an endorsement that is open on its own", async () => {
  const client = withPages([2, 1]);
  client.setQueryData(endorsementQuery(7).queryKey, endorsement(7));
  await refreshEndorsements(client, [7]);
  expect(client.getQueryState(endorsementQuery(7).queryKey)?.isInvalidated).toBe(true);
});

test("invalidates what is shown of an organization that changed, and nothing else", () => {
  const client = withPages([2, 1]);
  const { queryKey: guildsKey } = endorsementPages({ org: 4 });
  const organization = { id: 4, name: "guild.btc", logoUrl: "", open: true };
  const issued = { ...endorsement(7), organization };
  const pages = [{ items: [issued], next: null }];
  client.setQueryData(guildsKey, { pages, pageParams: [null] });
  client.setQueryData(endorsementQuery(7).queryKey, issued);
  client.setQueryData(endorsementQuery(8).queryKey, endorsement(8));
  refreshOrganizationEndorsements(client, [4, 5]);
  const isInvalidated = (key: QueryKey) => client.getQueryState(key)?.isInvalidated;
  expect(isInvalidated(endorsementQuery(7).queryKey)).toBe(true);
  expect(isInvalidated(guildsKey)).toBe(true);
  expect(isInvalidated(endorsementQuery(8).queryKey)).toBe(false);
  expect(isInvalidated(queryKey)).toBe(false);
});

test("fetches no long list whole after the viewer's transaction, and marks it stale", async () => {
  const client = withPages([6, 5], [4, 3], [2, 1]);
  const asked = serve(endorsement(3, true));
  const stop = new InfiniteQueryObserver(client, {
    ...endorsementPages(),
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => undefined);
  client.setQueryData(endorsementQuery(7).queryKey, endorsement(7));
  await refreshAllEndorsements(client, [3]);
  stop();
  expect(asked).toEqual(["/api/milestone?id=3"]);
  expect(shown(client)).toContainEqual([3, true]);
  const isInvalidated = (key: QueryKey) => client.getQueryState(key)?.isInvalidated;
  expect(isInvalidated(queryKey)).toBe(true);
  expect(isInvalidated(endorsementQuery(7).queryKey)).toBe(true);
});
