import * as z from "zod/mini";

/** A page of ours to show within another site's, by oEmbed 1.0. */
export const oembedSchema = z.object({
  version: z.literal("1.0"),
  type: z.literal("rich"),
  provider_name: z.string(),
  provider_url: z.url(),
  title: z.string(),
  /** The markup of a frame. */
  html: z.string(),
  /** Pixels. */
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
  /** Seconds that it may be kept. */
  cache_age: z.int(),
});
export type Oembed = z.infer<typeof oembedSchema>;
