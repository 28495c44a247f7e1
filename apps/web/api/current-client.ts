import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { seenTags } from "./page-answers.ts";

/** A client whose answers are as new as the stream of changes at least. */
export const createCurrentClient = (): Client => createClient({ fetch: fetchCurrent });

/**
 * Notes the ETag of an answer that arrives before the stream begins. If the stream began meanwhile, it did not tell
 * what had changed before, so an answer with another tag is asked for again.
 */
async function fetchCurrent(target: string | URL | Request, init?: RequestInit): Promise<Response> {
  const isEarly = seenTags.stream === undefined && init?.method === "GET";
  const response = await fetch(target, init);
  const tag = response.headers.get("etag");
  if (!isEarly || tag === null) return response;
  if (seenTags.stream === undefined) seenTags.early.add(tag);
  else if (seenTags.stream !== tag) return fetch(target, init);
  return response;
}
