import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import type { Proof } from "@colonnade/domain/proof.ts";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { bake } from "../../images/drawing/bake.ts";
import { drawCertificate } from "../../images/drawing/certificate.ts";
import { CERTIFICATE_VERSION } from "../../images/drawing/certificate-places.ts";
import { papers } from "../../images/drawing/paper.ts";
import { imageForPrint, imageForScreen } from "../../images/drawing/parts.ts";
import { drawSocialImage, SOCIAL_VERSION } from "../../images/drawing/social-image.ts";
import { readIssuerKeys } from "../../off-chain/issuer-key-store.ts";
import type { AppServices } from "../app-services.ts";
import { NotFoundError } from "../errors.ts";
import { credentialOf } from "../reads/credentials.ts";
import { readProof } from "../reads/proof.ts";
import type { Env } from "../requests/env.ts";
import { parseInput } from "../requests/input.ts";
import { createDrawingCache } from "./drawing-cache.ts";
import { findPictureContent } from "./picture-content.ts";

/** `?paper=` of a badge to print. */
const paperSchema = z.object({ paper: z.enum(papers).default("a4") });

/**
 * The policy of an SVG. It opens no connection and runs no script, wherever somebody opens it.
 * @param style the source of its own style
 */
const documentPolicy = (style: string) =>
  `default-src 'none'; style-src ${style}; font-src data:; img-src data:; sandbox allow-top-navigation-by-user-activation`;

/**
 * Pictures of an approved or withdrawn endorsement. `GET /social/{id}.jpeg` is for link previews: 1200 × 630 pixels.
 * `GET /api/badge/{id}.png`, `.svg`, and `.pdf` on A4 or Letter are certificates. Each holds the credential, as Open
 * Badges 3.0 bakes it, and the proof.
 */
export function drawingRoutes({ config, database, drawingPool }: AppServices): Hono<Env> {
  const app = new Hono<Env>();
  const drawings = createDrawingCache(config);

  app.get("/social/:file{[1-9][0-9]{0,14}\\.jpeg}", async (c) => {
    const { content, cid, readImage } = await find(c);
    const draw = async () => ({
      bytes: await drawSocialImage({ ...content, image: await readImage() }),
    });
    return drawings.send(c, { shows: [SOCIAL_VERSION, content, cid], type: "image/jpeg", draw });
  });

  app.get(badge("png"), async (c) => {
    const { shows, content, bakedOf, readImage } = await prepare(c);
    const draw = async () => {
      const drawn = await drawCertificate({ ...content, image: await readImage() });
      return { bytes: bake(drawn, await bakedOf()) };
    };
    return drawings.send(c, { shows, type: "image/png", draw });
  });

  app.get(badge("svg"), async (c) => {
    const { shows, content, bakedOf, readImage } = await prepare(c);
    const draw = async () => {
      const [image, baked] = await Promise.all([readImage().then(imageForScreen), bakedOf()]);
      const { bytes, style } = await drawingPool.svg({ content, image, baked });
      return { bytes, policy: documentPolicy(style) };
    };
    return drawings.send(c, { shows, type: "image/svg+xml", draw });
  });

  app.get(badge("pdf"), async (c) => {
    const { paper } = parseInput(paperSchema, c.req.query());
    const { shows, content, date, bakedOf, readImage } = await prepare(c);
    const draw = async () => {
      const [image, baked] = await Promise.all([readImage().then(imageForPrint), bakedOf()]);
      return { bytes: await drawingPool.pdf({ content, extras: { paper, date, image, baked } }) };
    };
    return drawings.send(c, { shows: [...shows, paper], type: "application/pdf", draw });
  });

  const idOf = (c: Context<Env, "/:file">) => Number.parseInt(c.req.param("file"), 10);
  const find = (c: Context<Env, "/:file">) => findPictureContent(database, idOf(c));

  /**
   * Finds what a badge shows and its proof. A block may come between the two, so they are read until the proof is the
   * same before and after.
   */
  async function findProved(c: Context<Env, "/:file">) {
    let proof = await readProof(database, idOf(c), config);
    while (proof !== null) {
      const before = JSON.stringify(proof);
      const found = await find(c);
      proof = await readProof(database, idOf(c), config);
      if (proof !== null && JSON.stringify(proof) === before) {
        return { ...found, proof, json: before };
      }
    }
    throw new NotFoundError("There is no such picture");
  }

  async function prepare(c: Context<Env, "/:file">) {
    const { endorsement, content, cid, readImage, proof, json } = await findProved(c);
    const { signing } = await readIssuerKeys(database.kysely);
    const shown = {
      ...content,
      print: printOf(endorsement, config.protocolContract),
      address: `${config.origin}/verify/${endorsement.id}`,
    };
    return {
      content: shown,
      date: new Date(endorsement.wordsDate),
      readImage,
      bakedOf: () => bakedOf(proof, json),
      // The credential follows from the proof and the key. Signing takes long, so the credential is signed only when it
      // is drawn.
      shows: [CERTIFICATE_VERSION, shown, cid, json, signing.publicKeyMultibase],
    };
  }

  async function bakedOf(proof: Proof, json: string) {
    return { credential: JSON.stringify(await credentialOf(database, config, proof)), proof: json };
  }

  return app;
}

const badge = <Type extends string>(type: Type) =>
  `/api/badge/:file{[1-9][0-9]{0,14}\\.${type}}` as const;

/** `№ 0012 · 2026-11-25, block 61`, and below it `SP….colonnade-protocol-alpha` */
const printOf = ({ id, wordsDate, wordsHeight }: Endorsement, contract: string) =>
  `№ ${String(id).padStart(4, "0")} · ${wordsDate.slice(0, 10)}, block ${wordsHeight}\n${contract}`;
