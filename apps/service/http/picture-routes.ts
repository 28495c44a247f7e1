import { Hono } from "hono";
import { drawSocialImage, SOCIAL_VERSION } from "../images/drawing/social-image.ts";
import type { Drawings } from "./drawings.ts";
import { findDrawn } from "./drawn-endorsement.ts";
import type { Env, Services } from "./services.ts";

/** `GET /social/{id}.jpeg`: an approved or withdrawn endorsement as a picture of 1200 × 630 pixels, for link previews. */
export function pictureRoutes({ database }: Services, drawings: Drawings): Hono<Env> {
  const app = new Hono<Env>();
  app.get("/social/:file{[1-9][0-9]{0,14}\\.jpeg}", async (c) => {
    const { content, cid, readImage } = await findDrawn(
      database,
      Number.parseInt(c.req.param("file"), 10),
    );
    return drawings.send(c, {
      shows: [SOCIAL_VERSION, content, cid],
      type: "image/jpeg",
      draw: async () => ({
        bytes: await drawSocialImage({ ...content, image: await readImage() }),
      }),
    });
  });
  return app;
}
