import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const page = (root: string) => `<!doctype html><html><head><title>Colonnade</title>
  <meta name="description" content="Endorsements you keep." />
  <script type="module" src="/assets/index-1.js"></script>
</head><body>${root}</body></html>`;

const frame = page(
  `<div id="root" data-rendered="%parts%"><!--html--></div><script type="application/json" id="answers"><!--answers--></script>`,
);

/**
 * A stand-in for the web app's bundle: it does what a profile's statement tells it to, and shows what it was given.
 * @param mark stands in every page of it
 * @param gate an address that it waits for before it is loaded
 */
const bundle = (mark: string, gate?: string) => `
${gate === undefined ? "" : `await fetch(${JSON.stringify(gate)});`}
let hasThrown = false;
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
export async function renderPage({ path, settings, tag, answers }) {
  const { statement = "" } = JSON.parse(Object.values(answers)[0] ?? "{}");
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
  return {
    html: "<p>" + ${JSON.stringify(mark)} + path + " " + escape(statement) + settings.network + "</p>" + "x".repeat(size),
    parts: ["bars", "screen"],
    answers: JSON.stringify({ tag, targets: Object.keys(answers) }),
    words: { title: "About " + path, description: statement },
  };
}
`;

/** A built web app that renders by the stand-in. */
export interface StandInApp extends AsyncDisposable {
  webFolder: string;
  /** The bundle's file. */
  file: string;
  /** Builds anew. @param gate an address that the bundle waits for before it is loaded */
  build(mark: string, gate?: string): Promise<void>;
  /**
   * Builds for browsers alone, as it is for a moment in the middle of a build.
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
    // However soon after the last one, a build is another one.
    builds += 1;
    await utimes(path, builds, builds);
  };
  const app: StandInApp = {
    webFolder,
    file,
    async build(mark, gate) {
      await write(join(webFolder, "index.html"), page(`<div id="root"></div>`));
      await write(join(serverFolder, "frame.html"), frame);
      await write(file, bundle(mark, gate));
    },
    buildPlain: (entry) =>
      write(
        join(webFolder, "index.html"),
        page(`<div id="root"></div>`).replace("/assets/index-1.js", entry),
      ),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
  await app.build("");
  return app;
}
