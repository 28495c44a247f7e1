import { createHash } from "node:crypto";
import { type Endorsement, endorsementSchema } from "@colonnade/domain/endorsement.ts";
import { nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { type Context, Hono } from "hono";
import { LRUCache } from "lru-cache";
import { bake } from "../images/drawing/bake.ts";
import { CERTIFICATE_VERSION, drawCertificate } from "../images/drawing/certificate.ts";
import { drawSocialImage, SOCIAL_VERSION } from "../images/drawing/social-image.ts";
import { findShownImage } from "../images/shown-image.ts";
import { readIssuerKeys } from "../off-chain/issuer-keys.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { matchesEtag } from "./content-negotiation.ts";
import { NotFoundError } from "./errors.ts";
import { createRateLimit, MINUTE } from "./rate-limit.ts";
import { credentialOf } from "./reads/credential.ts";
import { readEndorsement } from "./reads/endorsements.ts";
import { readProof } from "./reads/proof.ts";
import type { Env, Services } from "./services.ts";

/** Bytes of pictures that are kept: about a hundred. */
const CAPACITY = 24 * 1024 * 1024;
/** Pictures that may be drawn: for a client at once and in a minute, and for all at once. */
const DRAWINGS = { client: 4, all: 8 };
const DRAWINGS_A_MINUTE = 60;
/** Seconds. */
const RETRY_AFTER = 5;
/** A withdrawal, a suspension or a hidden image shows at once. Asking again costs a 304. */
const CACHE_CONTROL = "public, no-cache";

/**
 * An approved or withdrawn endorsement as a picture, drawn once until something on it changes:
 *
 * - `GET /social/{id}.jpg`, 1200 × 630 pixels, for link previews;
 * - `GET /api/badge/{id}.png`, a certificate that holds its credential, as Open Badges 3.0 bakes it, and its proof.
 */
export function pictureRoutes({ config, database }: Services): Hono<Env> {
  const app = new Hono<Env>();
  const drawn = new LRUCache<string, Buffer>({ max: 1_000, maxSize: CAPACITY });
  const places = createConcurrencyLimit(config, DRAWINGS, RETRY_AFTER);
  /** Drawings under way, which all who ask for the same share. */
  const drawing = new Map<string, Promise<Buffer>>();
  const rate = createRateLimit(config, DRAWINGS_A_MINUTE, MINUTE);

  app.get("/social/:file{[1-9][0-9]{0,14}\\.jpg}", async (c) => {
    const endorsement = await find(c);
    const found = await findShownImage(database, endorsement.milestoneURI);
    const shown = contentOf(endorsement);
    const etag = etagOf([SOCIAL_VERSION, shown, found?.cid]);
    const draw = async () => {
      const image = found && (await found.image.read());
      return drawSocialImage({ ...shown, image });
    };
    return send(c, { etag, type: "image/jpeg", draw });
  });

  app.get("/api/badge/:file{[1-9][0-9]{0,14}\\.png}", async (c) => {
    const endorsement = await find(c);
    const proof = await readProof(database, endorsement.id, config);
    if (proof === null) throw new NotFoundError("There is no such picture");
    const { signing } = await readIssuerKeys(database.kysely);
    const found = await findShownImage(database, endorsement.milestoneURI);
    const shown = {
      ...contentOf(endorsement),
      print: printOf(endorsement, config.protocolContract),
      address: `${config.origin}/verify/${endorsement.id}`,
    };
    const bundle = JSON.stringify(proof);
    // The credential follows from the proof and the key. To sign it takes long, so it is signed only to be drawn.
    const etag = etagOf([
      CERTIFICATE_VERSION,
      shown,
      found?.cid,
      bundle,
      signing.publicKeyMultibase,
    ]);
    const draw = async () => {
      const image = found && (await found.image.read());
      const credential = await credentialOf(database, config, proof);
      return bake(await drawCertificate({ ...shown, image }), {
        openbadgecredential: JSON.stringify(credential),
        "colonnade-proof": bundle,
      });
    };
    return send(c, { etag, type: "image/png", draw });
  });

  /** @throws NotFoundError for one whose words nobody has approved */
  async function find(c: Context<Env, "/:file">): Promise<Endorsement> {
    const id = Number.parseInt(c.req.param("file"), 10);
    const json = await readEndorsement(database, { id });
    const endorsement = json === null ? null : endorsementSchema.parse(JSON.parse(json));
    if (endorsement === null || !(endorsement.approved || endorsement.withdrawn)) {
      throw new NotFoundError("There is no such picture");
    }
    return endorsement;
  }

  async function send(
    c: Context<Env>,
    { etag, type, draw }: { etag: string; type: string; draw: () => Promise<Buffer> },
  ): Promise<Response> {
    c.header("cache-control", CACHE_CONTROL);
    c.header("cross-origin-resource-policy", "cross-origin");
    c.header("etag", etag);
    if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
    c.header("content-type", type);
    return c.body(new Uint8Array(await drawOnce(c, etag, draw)));
  }

  async function drawOnce(
    c: Context<Env>,
    etag: string,
    draw: () => Promise<Buffer>,
  ): Promise<Buffer> {
    const known = drawn.get(etag) ?? drawing.get(etag);
    if (known !== undefined) return known;
    rate.count(c);
    const release = places.acquire(c);
    const begun = draw();
    drawing.set(etag, begun);
    try {
      const bytes = await begun;
      drawn.set(etag, bytes, { size: bytes.length });
      return bytes;
    } finally {
      drawing.delete(etag);
      release();
    }
  }

  return app;
}

/** Differs as soon as anything on the picture does. */
const etagOf = (parts: unknown[]) =>
  `"${createHash("sha256").update(JSON.stringify(parts)).digest("base64url")}"`;

/** What both pictures show of an endorsement, but for its image. */
function contentOf(endorsement: Endorsement) {
  const { title, endorsement: words, organization, column_sender, column_receiver } = endorsement;
  return {
    title,
    words,
    from: organization
      ? { name: organization.name, label: " (organization)" }
      : partyOf(column_sender),
    to: partyOf(column_receiver),
    status: endorsement.withdrawn === undefined ? ("approved" as const) : ("withdrawn" as const),
  };
}

const partyOf = (profile: ProfileBrief) => ({
  name: nameOrAddress(profile),
  label: profile.suspended === true ? " (removed)" : "",
});

/** `№ 0012 · 2026-11-25, block 61 · SP….colonnade-protocol-alpha` */
const printOf = ({ id, wordsDate, wordsHeight }: Endorsement, contract: string) =>
  `№ ${String(id).padStart(4, "0")} · ${wordsDate.slice(0, 10)}, block ${wordsHeight} · ${contract}`;
