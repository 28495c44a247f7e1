#!/usr/bin/env node
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { createGunzip } from "node:zlib";
import { BrokenDumpError } from "@colonnade/domain/dump-lines.ts";
import { withHiddenAsCodes } from "@colonnade/domain/hidden-text.ts";
import { linesOf } from "@colonnade/domain/lines.ts";
import { parseJson } from "@colonnade/domain/text.ts";
import { readBakedProof } from "./baked-image.ts";
import { readBody } from "./bounded-body.ts";
import { checkDump, type DumpCheck } from "./dump-check.ts";
import { whyNoProof } from "./no-proof.ts";
import { proofAddressOf } from "./proof-address.ts";
import { SilentNodeError } from "./protocol-state.ts";
import { type Check, type Report, verify } from "./verify.ts";

const usage = `Checks an endorsement on Colonnade by its proof.

  colonnade-verify FILE                     a proof in a file, or a badge; - for standard input
  colonnade-verify URL                      a proof, a badge or the page of an endorsement at an address
  colonnade-verify ID --service URL         the proof of an endorsement that a service has
  colonnade-verify --dump FILE --node URL   a dump of all that a service shows, as .ndjson.gz

  --protocol ID   the protocol contract that you trust, as ADDRESS.name
  --node URL      a node of the network to ask; more can be given, and are compared
  --image FILE    the image, to compare with the address in the words
  --from ID       of a dump, only endorsements with this number or a higher one
  --json          the whole report as JSON; of a dump, a line for each thing that was checked

It ends with 0 if everything was proved, 1 if a check failed, 2 if there was nothing to check,
3 if nothing failed, but not everything could be checked.`;

const exitCodes = { proved: 0, failed: 1, incomplete: 3 } as const satisfies Record<
  Report["verdict"],
  number
>;
const UNREADABLE = 2;

const say = (lines: string) => process.stdout.write(`${lines}\n`);

/** The arguments are not as the usage says, or there is no proof where they point. */
class InputError extends Error {
  override readonly name = "InputError";
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        service: { type: "string" },
        protocol: { type: "string" },
        node: { type: "string", multiple: true, default: [] },
        image: { type: "string" },
        dump: { type: "string" },
        from: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new InputError(messageOf(error));
  }
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments();
  const [subject, ...more] = positionals;
  if (values.help) {
    say(usage);
    return 0;
  }
  if (values.dump !== undefined) return await checkDumpFile(values.dump, values);
  if (subject === undefined || more.length > 0) throw new InputError(`Name one proof.\n\n${usage}`);
  for (const url of values.node) requireWebAddress(url);
  const bundle = await readBundle(subject, values.service);
  const image = values.image === undefined ? {} : { image: await readInput(values.image) };
  const { protocol, node: nodes } = values;
  const report = await verify(bundle, { protocol, nodes, ...image });
  say(values.json ? toJson(report) : describe(report));
  return exitCodes[report.verdict];
}

interface DumpArguments {
  protocol?: string | undefined;
  node: string[];
  from?: string | undefined;
  json: boolean;
}

/** Checks a dump, and says at once what is not proved. */
async function checkDumpFile(file: string, arguments_: DumpArguments): Promise<number> {
  const { protocol, node: nodes, from = "1", json } = arguments_;
  if (nodes.length === 0) throw new InputError("Name a node with --node.");
  for (const url of nodes) requireWebAddress(url);
  if (!/^[1-9]\d{0,14}$/.test(from)) throw new InputError(`${from} is not a number.`);
  const onChecked = (checked: DumpCheck) => {
    if (json) say(escapeHidden(JSON.stringify(checked)));
    else if (checked.outcome !== "proved") say(dumpLineOf(checked));
  };
  try {
    const options = { protocol, nodes, from: Number(from), onChecked };
    const counts = await checkDump(linesIn(file), options);
    if (!json)
      say(
        `${counts.proved} proved, ${counts.incomplete} not wholly checked, ${counts.changed} changed since, ${counts.newer} not in the dump, ${counts.failed} failed.`,
      );
    if (counts.failed > 0) return exitCodes.failed;
    const open = counts.incomplete + counts.changed + counts.newer;
    return open > 0 ? exitCodes.incomplete : exitCodes.proved;
  } catch (error) {
    const isExpected = error instanceof BrokenDumpError || error instanceof SilentNodeError;
    throw isExpected ? new InputError(error.message) : error;
  }
}

const dumpMarks = { proved: "✓", failed: "✗", incomplete: "–", changed: "≠", newer: "?" } as const;

const dumpLineOf = ({ of, id, outcome, says }: DumpCheck) =>
  visible(`${dumpMarks[outcome]} ${of} ${id}: ${says}`);

async function* linesIn(file: string): AsyncGenerator<string> {
  try {
    const source = pipeline(createReadStream(file), createGunzip(), () => {});
    yield* linesOf(source.setEncoding("utf8"));
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${messageOf(error)}`);
  }
}

async function readBundle(subject: string, service: string | undefined): Promise<unknown> {
  if (service !== undefined) {
    if (!/^\d+$/.test(subject))
      throw new InputError(`${subject} is not the number of an endorsement.`);
    const file = await load(`${service.replace(/\/+$/, "")}/api/proof/${subject}`);
    return parse(file.toString("utf8"));
  }
  if (/^https?:/.test(subject)) {
    requireWebAddress(subject);
    return readProofIn(await load(proofAddressOf(subject)));
  }
  if (subject === "-") return parse(await text(process.stdin));
  return readProofIn(await readInput(subject));
}

const readProofIn = async (file: Buffer): Promise<unknown> =>
  (await readBakedProof(file)) ?? parse(file.toString("utf8"));

async function readInput(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing) throw new InputError(messageOf(error));
    const hint = /^\d+$/.test(file) ? " For an endorsement by its number, name its --service." : "";
    throw new InputError(`There is no file ${file}.${hint}`);
  }
}

/** Milliseconds until an answer counts as none. */
const PATIENCE = 10_000;
/** Bytes of the largest badge. */
const LARGEST = 20_000_000;

async function load(url: string): Promise<Buffer> {
  requireWebAddress(url);
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok) return Buffer.from(await readBody(response, LARGEST));
    throw new InputError(`${url} answered ${response.status}.`);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${url} did not answer: ${messageOf(error)}`);
  }
}

function requireWebAddress(url: string): void {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new InputError(`${url} is not an address.`);
}

function parse(json: string): unknown {
  const value = parseJson(json);
  if (value === undefined)
    throw new InputError("This holds no proof: it is neither JSON nor a badge.");
  const reason = whyNoProof(value);
  if (reason !== null) throw new InputError(reason);
  return value;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const marks = { passed: "✓", failed: "✗", "not-checkable": "–" } as const;
const verdicts = {
  proved: "Proved.",
  failed: "Not proved: a check failed.",
  incomplete: "Nothing failed, but not everything could be checked.",
} as const;

/** JSON in which every character that shows nothing or steers a terminal is escaped. */
const toJson = (report: Report) => escapeHidden(JSON.stringify(report, null, 2));

const escapeHidden = (json: string) =>
  json.replaceAll(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => {
      const unit = character.charCodeAt(at).toString(16);
      return `\\u${unit.padStart(4, "0")}`;
    }).join(""),
  );

/** The report in lines. The bundle chose the names in it, so characters that steer a terminal are shown as codes. */
function describe({ verdict, checks }: Report): string {
  return [...checks.map(lineOf), "", verdicts[verdict]].join("\n");
}

function lineOf({ outcome, name, about, says }: Check): string {
  return visible(`${marks[outcome]} ${name}: ${says}${about === null ? "" : ` (${about})`}`);
}

const visible = (line: string) => withHiddenAsCodes(line.replaceAll(/\s/g, " "));

try {
  process.exitCode = await main();
} catch (error) {
  const isExpected = error instanceof InputError;
  process.stderr.write(
    `${isExpected || !(error instanceof Error) ? messageOf(error) : error.stack}\n`,
  );
  process.exitCode = UNREADABLE;
}
