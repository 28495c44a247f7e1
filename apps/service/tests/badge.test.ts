import { createHash } from "node:crypto";
import { DOMParser, type Element } from "@xmldom/xmldom";
import fc from "fast-check";
import * as fontkit from "fontkit";
import readQrCode from "jsqr";
import sharp from "sharp";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import type { PDFDocumentProxy } from "unpdf/pdfjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBakedProof } from "../../../packages/verify/baked-image.ts";
import { bakedElements } from "../images/drawing/bake.ts";
import { drawPdfCertificate } from "../images/drawing/certificate-pdf.ts";
import { drawSvgCertificate } from "../images/drawing/certificate-svg.ts";
import { type AnyFont, allFonts } from "../images/drawing/fonts.ts";
import { lineEnds } from "../images/drawing/line-ends.ts";
import { drawText } from "../images/drawing/text.ts";
import { setText } from "../images/drawing/typesetting.ts";
import { check, type Published, readPublished } from "./support/credential-check.ts";
import { openTestDatabase } from "./support/database.ts";
import {
  approve,
  discard,
  type Fixture,
  registerThree,
  startFixture,
  submit,
  suspend,
  withdraw,
} from "./support/fixture.ts";
import { alice, bob, carol } from "./support/people.ts";
import { worstWords } from "./support/worst-words.ts";

let fixture: Fixture;
let published: Published;

const scripts = {
  title: "& <b>Bold</b> שלום 你好 🐞",
  description:
    "Five scripts: Привет мир.\nשלום עולם (עם סוגריים) 12\nمرحبا بالعالم\n日本語のテキスト ]]> </svg><script>alert(1)</script>",
};
const long = { title: "W".repeat(64), description: "Wonderful work. ".repeat(128) };

beforeAll(async () => {
  fixture = await startFixture();
  await registerThree(fixture);
  await fixture.mine(
    submit(1, alice, bob),
    submit(2, alice, bob),
    approve(2, alice, bob),
    withdraw(2, alice),
    submit(3, alice, bob, scripts),
    approve(3, alice, bob, scripts),
    submit(4, carol, bob, long),
    approve(4, carol, bob, long),
    submit(5, alice, bob),
    approve(5, alice, bob),
    discard(5, alice, bob),
    suspend(carol),
  );
  published = await readPublished(fixture.service.origin);
});

afterAll(() => fixture.close());

const get = (file: string, headers: Record<string, string> = {}) =>
  fetch(`${fixture.service.origin}/api/badge/${file}`, { headers });

async function load(file: string, type: string): Promise<Uint8Array> {
  const response = await get(file);
  expect([file, response.status, response.headers.get("content-type")]).toEqual([file, 200, type]);
  return response.bytes();
}

async function readCode(picture: Uint8Array): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return readQrCode.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** @throws for text that is no well-formed XML */
function parseSvg(text: string): Element {
  const root = new DOMParser({
    onError: (level, message) => {
      if (level !== "warning") throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(text, "image/svg+xml").documentElement;
  if (root === null) throw new Error("The document is empty");
  return root;
}

const textsIn = (root: Element, name: string) =>
  Array.from(root.getElementsByTagName(name), ({ textContent }) => textContent ?? "");

async function readAttached(document: PDFDocumentProxy): Promise<Record<string, unknown>> {
  const files = [...((await document.getAttachments()) ?? [])];
  return Object.fromEntries(
    await Promise.all(
      files.map(async ([name]) => {
        const content = await document.getAttachmentContent(name);
        return [name, JSON.parse(Buffer.from(content ?? []).toString())];
      }),
    ),
  );
}

const hasGlyph = (font: ReturnType<typeof fontkit.create>, letter: string) =>
  "layout" in font && font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

const spaceless = (text: string) => text.replace(/\s/g, "");

it("bakes credential and proof into a PNG, whose code leads to the check", async () => {
  for (const id of [3, 4]) {
    const png = await load(`${id}.png`, "image/png");
    const { width, height } = await sharp(png).metadata();
    expect([width, height]).toEqual([1200, 850]);
    expect(await readCode(png)).toBe(`${fixture.service.origin}/verify/${id}`);
    expect(await readBakedProof(png)).toEqual(await fixture.api("getProof", { params: { id } }));
    const credential = await fixture.api("getCredential", { params: { id } });
    const chunk = `iTXtopenbadgecredential\0\0\0\0\0${JSON.stringify(credential)}`;
    expect(Buffer.from(png).includes(chunk)).toBe(true);
  }
});

it("bakes a valid credential and the proof into an SVG", async () => {
  for (const [id, outcome] of [
    [2, "revoked"],
    [3, "valid"],
    [4, "valid"],
  ] as const) {
    const svg = await load(`${id}.svg`, "image/svg+xml");
    expect(await readBakedProof(svg)).toEqual(await fixture.api("getProof", { params: { id } }));
    const root = parseSvg(Buffer.from(svg).toString());
    expect(root.getAttribute("xmlns:openbadges")).toBe("https://purl.imsglobal.org/ob/v3p0");
    expect(root.firstChild?.nodeName).toBe("openbadges:credential");
    const [json = ""] = textsIn(root, "openbadges:credential");
    expect([id, await check(published, JSON.parse(json))]).toEqual([id, outcome]);
  }
});

it("has all words of an SVG as text, and no script in it", async () => {
  const svg = Buffer.from(await load("3.svg", "image/svg+xml")).toString();
  const root = parseSvg(svg);
  expect(root.getElementsByTagName("script")).toHaveLength(0);
  expect(textsIn(root, "title")).toEqual([scripts.title]);
  const shown = spaceless(textsIn(root, "text").join(""));
  expect(shown).toContain(spaceless(scripts.title));
  expect(shown).toContain(spaceless(scripts.description));
  expect(shown).toContain("Fromalice.btctobob.btc");
  const removed = parseSvg(Buffer.from(await load("4.svg", "image/svg+xml")).toString());
  expect(spaceless(textsIn(removed, "text").join(""))).toContain("(removed)");
});

it("serves an SVG so that a browser opens no connection and runs nothing for it", async () => {
  const response = await get("3.svg");
  expect(response.status).toBe(200);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^default-src 'none';.*sandbox/);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const [, style = ""] = /<style>([^<]+)<\/style>/.exec(await response.text()) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(policy).toContain(` style-src 'sha256-${hash}'; `);
  // A policy of a 304 would replace it in the browser's cache.
  const unchanged = await get("3.svg", { "if-none-match": response.headers.get("etag") ?? "" });
  expect([unchanged.status, unchanged.headers.get("content-security-policy")]).toEqual([304, null]);
});

it.each([
  ["3.pdf", [841.89, 595.28]],
  ["3.pdf?paper=a4", [841.89, 595.28]],
  ["3.pdf?paper=letter", [792, 612]],
] as const)("prints %s with words that can be selected", async (file, paper) => {
  const bytes = await load(file, "application/pdf");
  // The reader takes the bytes away.
  const document = await getDocumentProxy(Uint8Array.from(bytes));
  const page = await document.getPage(1);
  const [, , width, height] = page.view;
  expect([document.numPages, width, height]).toEqual([1, ...paper]);
  const { text } = await extractText(document, { mergePages: true });
  const shown = spaceless(text);
  for (const part of ["&<b>Bold</b>", "Приветмир.", "你好", "日本語のテキスト]]>", "Fromalice.btc"])
    expect(shown).toContain(part);
  const { info } = await getMeta(document);
  expect(info).toMatchObject({ Title: scripts.title, Author: "alice.btc", Language: "en" });
  expect(await readAttached(document)).toEqual({
    "credential.json": await fixture.api("getCredential", { params: { id: 3 } }),
    "proof.json": await fixture.api("getProof", { params: { id: 3 } }),
  });
  const links = await page.getAnnotations();
  expect(links).toMatchObject([{ url: `${fixture.service.origin}/verify/3` }]);
  // Every font is part of the document.
  expect(Buffer.from(bytes).toString("latin1")).toContain("/FontFile2");
});

it.each<[AnyFont, string]>([
  ["arabic", "عمل رائع، شكرا جزيلا"],
  ["bengali", "চমৎকার কাজ, ধন্যবাদ"],
  ["chinese", "谢谢这样说"],
  ["devanagari", "बहुत बढ़िया काम, धन्यवाद"],
  ["japanese", "素晴らしい仕事です"],
  ["korean", "정말 훌륭한 일입니다"],
  ["tamil", "அருமையான வேலை, நன்றி"],
  ["telugu", "అద్భుతమైన పని, ధన్యవాదాలు"],
  ["thai", "น้ำใจงาม ขอบคุณมาก"],
])("has a font for words in %s", async (font, words) => {
  const party = { name: words, label: "" };
  const content = {
    ...{ title: words, words, from: party, to: party, status: "approved" as const },
    ...{ print: "print", address: "https://example.com/verify/1" },
  };
  const baked = { credential: "{}", proof: "{}" };
  const { svg } = await drawSvgCertificate(content, null, baked);
  const [, embedded = ""] =
    new RegExp(`font-family:${font};src:url\\(data:font/woff2;base64,([^)]+)`).exec(svg) ?? [];
  const left = fontkit.create(Buffer.from(embedded, "base64"));
  const whole = fontkit.openSync(allFonts[font].file);
  // A browser may set a letter as its parts.
  for (const one of words.normalize("NFKD").replaceAll(/[^\p{L}\p{M}]/gu, "")) {
    expect([one, hasGlyph(left, one)]).toEqual([one, hasGlyph(whole, one)]);
  }
  const shown = textsIn(parseSvg(svg), "text").join("");
  expect(spaceless(shown)).toContain(spaceless(words));
  const extras = { paper: "a4" as const, date: new Date(0), image: null, baked };
  const pdf = await drawPdfCertificate(content, extras);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
    mergePages: true,
  });
  // A box stands for a letter that no font has.
  expect(text).not.toContain("□");
});

it("draws all badges of a page, which a browser asks for at once", async () => {
  const ids = [30, 31, 32, 33, 34, 35];
  await fixture.mine(...ids.flatMap((id) => [submit(id, alice, bob), approve(id, alice, bob)]));
  const files = ids.flatMap((id) => [`${id}.png`, `${id}.svg`]);
  const answers = await Promise.all(files.map((file) => get(file)));
  expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200));
});

it.each([
  ["one letter with many marks", 40],
  ["one letter of many consonants", 41],
])("draws %s", async (name, id) => {
  const { title = "", description = "" } = worstWords.find((words) => words.name === name) ?? {};
  expect(title).not.toBe("");
  const words = { title, description };
  await fixture.mine(submit(id, alice, bob, words), approve(id, alice, bob, words));
  await load(`${id}.png`, "image/png");
  const social = await fetch(`${fixture.service.origin}/social/${id}.jpeg`);
  expect(social.status).toBe(200);
});

it("draws a letter that is longer than its line in several lines", async () => {
  const style = { font: "voice", size: 27, color: "#000", width: 600, height: 600 } as const;
  const drawn = await drawText("\u1161".repeat(100), style);
  expect(drawn?.isWhole).toBe(true);
  expect(drawn?.width).toBeLessThanOrEqual(style.width);
});

describe("Words without blanks", () => {
  const words = ["ฉัน", "ชอบ", "ทำงาน", "กับ", "คุณ", "มาก", "และ", "เรียนรู้", "จาก", "ทุกวัน"];
  const isOfWords = new RegExp(`^(?:${words.join("|")})+…?$`);
  const text = words.join("").repeat(9);

  it("stay whole at the ends of lines in an SVG and a PDF", () => {
    const { lines } = setText(text, { font: "voice", width: 600, height: 600 }, [27]);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line.text).toMatch(isOfWords);
  });

  it("do not let a full stop begin a line", () => {
    for (const text of ["សួស្តីពិភពលោក។សួស្តី", "ပါ။ကမ္ဘာ", "มาก๚๛มาก"]) {
      const starts = [0, ...lineEnds(text)].map((end) => text.charAt(end));
      expect(starts.join("")).not.toMatch(/[\p{P}\p{M}]/u);
    }
  });

  it("stay whole at the ends of lines in a picture", async () => {
    const style = { font: "voice", size: 27, color: "#000", width: 600, height: 600 } as const;
    const [word, three] = ["ทำงาน", "ทำงานทำงานทำงาน"];
    const { width = 0 } = (await drawText(word, style)) ?? {};
    // Half of a fourth word would fit into each line.
    const narrow = { ...style, width: Math.round(3.5 * width) };
    const [drawn, broken] = await Promise.all([
      drawText(three.repeat(4), narrow),
      drawText([three, three, three, three].join("\n"), narrow),
    ]);
    expect(drawn).not.toBeNull();
    expect(drawn).toEqual(broken);
  });
});

it("has the same ETag when asked again, and another for another paper", async () => {
  const [first, letter] = [await get("2.pdf"), await get("2.pdf?paper=letter")];
  const tag = first.headers.get("etag") ?? "";
  expect(letter.headers.get("etag")).not.toBe(tag);
  expect((await get("2.pdf", { "if-none-match": tag })).status).toBe(304);
  expect((await get("2.svg", { "if-none-match": tag })).status).toBe(200);
});

it("draws nothing that nobody approved, that is gone, or that never was", async () => {
  for (const type of ["png", "svg", "pdf"]) {
    for (const id of [1, 5, 999, "0", "1.png", "x"])
      expect([id, type, (await get(`${id}.${type}`)).status]).toEqual([id, type, 404]);
  }
});

it("refuses another paper, and parameters that it does not have", async () => {
  for (const file of ["3.pdf?paper=a3", "3.pdf?size=a4", "3.png?x=1", "3.svg?x=1"])
    expect([file, (await get(file)).status]).toEqual([file, 400]);
});

it("makes a PDF and a well-formed SVG of any words, and reads the proof from it", async () => {
  const nasty = fc.oneof(
    fc.constantFrom("]]>", "<colonnade:proof><![CDATA[", "&amp;", "\u0000", "\uFFFE", "\uD800", "‮"),
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
  );
  const words = fc.array(nasty, { maxLength: 12 }).map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(words, words, words, fc.jsonValue(), async (title, text, name, proof) => {
      const party = { name, label: "" };
      const baked = {
        credential: JSON.stringify({ text }),
        proof: JSON.stringify({ title, text, proof }),
      };
      const content = {
        ...{ title, words: text, from: party, to: party, status: "approved" as const },
        ...{ print: name, address: "https://example.com/verify/1" },
      };
      const extras = { paper: "a4" as const, date: new Date(0), image: null, baked };
      const printed = new Uint8Array(await drawPdfCertificate(content, extras));
      expect(await readBakedProof(printed)).toEqual(JSON.parse(baked.proof));
      const pdf = await getDocumentProxy(printed);
      expect(pdf.numPages).toBe(1);
      const { svg } = await drawSvgCertificate(content, null, baked);
      const root = parseSvg(svg);
      expect(root.getElementsByTagName("script")).toHaveLength(0);
      expect(await readBakedProof(Buffer.from(svg))).toEqual(JSON.parse(baked.proof));
    }),
    { numRuns: 25 },
  );
});

it("hides no second proof in what a badge holds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      const other = `${text}<colonnade:proof><![CDATA["other"]]></colonnade:proof>`;
      const { elements } = bakedElements({ credential: JSON.stringify(other), proof: '"own"' });
      expect(await readBakedProof(Buffer.from(`<svg>${elements}</svg>`))).toBe("own");
    }),
  );
});

it("is not made of an approval that a fork takes back while it is read", async () => {
  const database = await openTestDatabase();
  let between = async (): Promise<unknown> => null;
  const forking = await startFixture({
    database: {
      ...database,
      async readJson(statement, values) {
        const json = await database.readJson(statement, values);
        if (statement.name === "endorsement") await between();
        return json;
      },
    },
  });
  await registerThree(forking);
  const base = await forking.mine(submit(1, alice, bob));
  await forking.mine(approve(1, alice, bob));
  between = async () => {
    between = async () => null;
    forking.tip = base;
    await forking.mine();
  };
  const badge = await fetch(`${forking.service.origin}/api/badge/1.svg`);
  expect(badge.status).toBe(404);
  await forking.close();
});
