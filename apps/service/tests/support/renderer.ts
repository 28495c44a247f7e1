import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const page = `<!doctype html><html><head><title>Colonnade</title>
  <style>p > b { color: red }</style>
  <script type="module" src="/assets/index-1.js"></script>
</head><body><div id="root"></div></body></html>`;

/**
 * A stand-in for the web app's bundle. A profile's statement tells it what to do. Its pages carry its input.
 * @param mark a text that every page shows
 * @param gate an address that it fetches while it loads
 */
const bundle = (mark: string, gate?: string) => `
${gate === undefined ? "" : `await fetch(${JSON.stringify(gate)});`}
let hasThrown = false;
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
export async function renderPage({ path, frame, settings, tag, answers, hiddenImages }) {
  const statement = JSON.parse(answers[0]?.json ?? "{}").statement ?? "";
  if (statement === "Hang.") for (;;) {}
  if (statement === "Die.") process.exit(1);
  if (statement.startsWith("http:")) await fetch(statement);
  if (statement === "Throw once." && !hasThrown) {
    hasThrown = true;
    throw new Error("It cannot be drawn yet");
  }
  if (statement === "Throw.") throw new Error("It cannot be drawn");
  if (statement === "Wait.") return null;
  if (statement === "Rest.") await new Promise(() => {});
  const size = statement === "Swell." ? 600_000 : 0;
  const escaped = statement === "Escape." ? "&lt;&quot;&#x27;".repeat(100_000) : "";
  const text = ${JSON.stringify(mark)} + path + " " + escape(statement) + settings.network;
  const queries = answers.map(({ query }) => query);
  const carried = JSON.stringify({ tag, queries, answers: answers.map(({ json }) => JSON.parse(json)), hiddenImages })
    .replaceAll("<", "\\\\u003c");
  const root = '<div id="root" data-rendered><p>' + text + "</p>" + "x".repeat(size) + escaped + "</div>";
  return frame.replace('<div id="root"></div>', () => root + '<script id="answers">' + carried + "</script>");
}
`;

/** A built web app that renders by the stand-in. */
export interface StandInApp extends AsyncDisposable {
  webFolder: string;
  /** The bundle's file. */
  file: string;
  /** Builds again. @param gate an address that the bundle fetches while it loads */
  build(mark: string, gate?: string): Promise<void>;
  /**
   * Builds only the plain page, so that the folders are as in the middle of a build.
   * @param entry the script that the plain page begins with, as the build names it
   */
  buildPlain(entry: string): Promise<void>;
}

export async function buildStandIn(): Promise<StandInApp> {
  const folder = await mkdtemp(join(tmpdir(), "colonnade-web-"));
  const webFolder = join(folder, "dist");
  const serverFolder = `${webFolder}-server`;
  const file = join(serverFolder, "server.js");
  await Promise.all([mkdir(webFolder), mkdir(serverFolder)]);
  let builds = 0;
  const write = async (path: string, text: string) => {
    await writeFile(path, text);
    // Each build has its own time, however soon it follows the last one.
    builds += 1;
    await utimes(path, builds, builds);
  };
  const app: StandInApp = {
    webFolder,
    file,
    async build(mark, gate) {
      await write(join(webFolder, "index.html"), page);
      await write(join(serverFolder, "frame.html"), page);
      await write(file, bundle(mark, gate));
    },
    buildPlain: (entry) =>
      write(join(webFolder, "index.html"), page.replace("/assets/index-1.js", entry)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
  await app.build("");
  return app;
}
