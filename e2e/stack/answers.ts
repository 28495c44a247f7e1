import type { BrowserContext, Response } from "playwright-core";
import { compare } from "../../apps/service/tests/support/answers.ts";
import { hasText } from "../../apps/service/tests/support/documented.ts";

/** What is no part of the API, whatever its address. */
const files = ["document", "script", "stylesheet", "font"];

/**
 * Compares what a browser's pages are answered by a service with the service's own document.
 * @param by compares one answer
 * @returns a wait until all of it has been compared
 */
export function compareAnswers(context: BrowserContext, by = compare): () => Promise<void> {
  const under: Promise<void>[] = [];
  context.on("response", (response) => {
    if (!files.includes(response.request().resourceType())) under.push(compareOne(response, by));
  });
  return async () => {
    await Promise.all(under);
  };
}

async function compareOne(response: Response, by: typeof compare): Promise<void> {
  // What a test answers itself comes from nowhere.
  if ((await response.serverAddr().catch(gone)) === null) return;
  const type = response.headers()["content-type"]?.split(";")[0] ?? null;
  const text = hasText(type) ? await response.text().catch(gone) : "";
  if (text === null) return;
  const method = response.request().method();
  by(method, new URL(response.url()), { status: response.status(), type, text });
}

/** The page left before the answer was there: nobody has got it. */
const gone = () => null;
