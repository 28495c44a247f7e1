import { join } from "node:path";
import { type AskedCall, arriveAt } from "@colonnade/domain/http/first-calls.ts";
import type { RenderedPage } from "@colonnade/domain/page-renderer.ts";
import { webConfig } from "@colonnade/domain/web-config.ts";
import type { Enter } from "./answers.ts";
import { InputError } from "./errors.ts";
import type { Page, PageStores } from "./page-stores.ts";
import { writePageWords } from "./page-words.ts";
import { readsByCall } from "./reads/by-call.ts";
import type { Services } from "./services.ts";
import type { WebFile } from "./web-files.ts";

/** Larger than this, a page is sooner there plain. */
const LARGEST = 500_000;
/** A page that could not be rendered is not tried again for so many milliseconds. */
const PAUSE = 60_000;
const MOST_HOPELESS = 1_000;

/** What stands in the built frame for what is written into it. */
const places = { parts: "%parts%", html: "<!--html-->", answers: "<!--answers-->" };

/** Where the web app's build for the service is: beside what it built for browsers. */
export const serverFolderOf = (webFolder: string) => `${webFolder}-server`;

/**
 * The pages that strangers arrive at as markup, from the answers that their first calls get: made once for every
 * head of the chain, and those without answers once for every build.
 * @param open opens a file of the web app
 */
export function renderedPages(
  { answers, config, database, renderer, webFolder }: Services,
  { moving, still }: PageStores,
  open: (path: string) => Promise<WebFile | null>,
) {
  const settings = webConfig(config);
  const reads = readsByCall(database);
  /** Until when, in Unix milliseconds; the oldest first. */
  const hopeless = new Map<string, number>();

  /** The frame that was built with the plain page: of another build, it would name files that are gone. */
  async function openFrame(plain: WebFile): Promise<WebFile | null> {
    const frame = await open(join(serverFolderOf(webFolder), "frame.html"));
    return frame !== null && entryOf(frame) === entryOf(plain) ? frame : null;
  }

  /** What the page's calls are answered, by what they ask; null where one of them is about nobody. */
  async function readFirst(calls: AskedCall[]): Promise<Record<string, string> | null> {
    try {
      const read = await Promise.all(
        calls.map(async ({ name, query, target }) => {
          const made = await answers.make(target, reads[name](query));
          return [target, made === null ? null : await answers.body(made, "identity")] as const;
        }),
      );
      const found = read.flatMap(([target, body]) =>
        body === null ? [] : [[target, body.toString("utf8")] as const],
      );
      return found.length === calls.length ? Object.fromEntries(found) : null;
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  }

  function giveUp(key: string): void {
    hopeless.delete(key);
    hopeless.set(key, Date.now() + PAUSE);
    const [oldest] = hopeless.keys();
    if (hopeless.size > MOST_HOPELESS && oldest !== undefined) hopeless.delete(oldest);
  }

  /**
   * @param plain the page without anything rendered
   * @param enter called where a page is begun, as for `Answers.make`
   * @returns null where the plain page has to do
   * @throws whatever reading and entering throw; nothing is kept then
   */
  return async function renderedPage(
    path: string,
    plain: WebFile,
    enter: Enter,
  ): Promise<Page | null> {
    const arrived = arriveAt(path);
    if (arrived === null || !arrived.arrival.rendered) return null;
    const frame = await openFrame(plain);
    if (frame === null) return null;
    const key = `rendered ${frame.modified} ${path}`;
    if (Date.now() < (hopeless.get(key) ?? 0)) return null;
    const store = arrived.calls.length === 0 ? still : moving;
    const make = async () => {
      // The tag before the reading: what is read may be newer than it says, never older.
      const tag = arrived.calls.length === 0 ? null : answers.etag();
      const first = await readFirst(arrived.calls);
      if (first === null) return null;
      const page = await renderer.render({ path, settings, tag, answers: first });
      if (page === "busy") return null;
      const whole = page === null ? null : fill(frame.identity.toString("utf8"), page);
      if (whole !== null && whole.length <= LARGEST) return whole;
      giveUp(key);
      return null;
    };
    const made = await store.make(key, make, enter);
    return made === null ? null : { made, store };
  };
}

/** The frame with the page in it. Its own places come first: nothing that somebody wrote is taken for one. */
function fill(frame: string, { html, parts, answers, words }: RenderedPage): string {
  const page = frame
    .replace(places.parts, () => parts.join(" "))
    .replace(places.html, () => html)
    .replace(places.answers, () => answers);
  return words === null ? page : writePageWords(page, words);
}

/** The script that a page begins with; its name changes with all that is built. */
function entryOf(page: WebFile): string | undefined {
  return /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/.exec(
    page.identity.toString("utf8"),
  )?.[1];
}
