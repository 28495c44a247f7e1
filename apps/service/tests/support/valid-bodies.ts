import type { CallName, calls } from "@colonnade/domain/http/contract.ts";
import type * as z from "zod/mini";
import { alice, bob } from "./people.ts";
import { applicationOf } from "./review.ts";

/** Valid bodies of each call that takes JSON. */
type Bodies = {
  [Name in CallName as (typeof calls)[Name] extends { body: z.ZodMiniType }
    ? Name
    : never]: (typeof calls)[Name] extends { body: infer Body extends z.ZodMiniType }
    ? readonly z.output<Body>[]
    : never;
};

const txId = `0x${"ab".repeat(32)}`;
const pair = { userPrincipal: alice.address, profilePrincipal: bob.address };

/** Valid bodies of each call, in every form and with every field. */
const bodies: Bodies = {
  announceTransaction: [
    {
      txId,
      senderPrincipal: alice.address,
      event: "UPDATE_STATEMENT",
      metaData: { endorsementId: 1, organizationId: 1 },
    },
  ],
  follow: [pair],
  unfollow: [pair],
  sendContact: [{ name: "Ann", email: "ann@example.com", message: "Hello", website: "" }],
  applyForOrganization: [applicationOf(alice)],
  decideApplication: [
    { decision: "admit", txId },
    { decision: "decline", reason: "Not yet" },
  ],
  report: [
    { subject: { kind: "endorsement", id: 1 }, reason: "A lie" },
    { subject: { kind: "organization", id: 1 }, reason: "Nobody knows it" },
    { subject: { kind: "profile", principal: bob.address }, reason: "A robot" },
    {
      subject: {
        kind: "image",
        image: "ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy",
      },
      reason: "Ugly",
    },
  ],
  decideReport: [
    { decision: "dismiss" },
    { decision: "suspend", txId },
    {
      decision: "unhide-image",
      image: "ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy",
    },
    { decision: "hide-image", image: "https://images.example/a.png" },
  ],
  signIn: [
    {
      address: alice.address,
      nonce: "ab".repeat(16),
      publicKey: `02${"ab".repeat(32)}`,
      signature: "ab".repeat(65),
    },
  ],
};

/** Valid bodies of a call; none of a call that takes no JSON. */
export const validBodiesOf = (name: string): readonly object[] =>
  new Map<string, readonly object[]>(Object.entries(bodies)).get(name) ?? [];
