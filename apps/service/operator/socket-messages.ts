import { z } from "zod";

/** The socket on which a service with the embedded database takes commands, in its folder. */
export const SOCKET = "operator/socket";

/** A command line, as the operator's process sends it. */
export const requestSchema = z.strictObject({ argv: z.array(z.string()) });

/** What the service answers, one JSON in each line. The last one is `exit` or `failed`. */
export const messageSchema = z.union([
  z.strictObject({ line: z.string() }),
  z.strictObject({ warn: z.string() }),
  z.strictObject({
    progress: z.strictObject({ what: z.string(), done: z.number(), total: z.number() }),
  }),
  z.strictObject({ record: z.string() }),
  z.strictObject({ exit: z.literal([0, 1]) }),
  z.strictObject({ failed: z.string() }),
]);

export type Message = z.infer<typeof messageSchema>;
