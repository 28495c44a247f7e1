import * as z from "zod/mini";
import { contactSchema } from "../contact.ts";
import { pendingEventSchema } from "../event.ts";
import {
  applicationDecisionSchema,
  applicationRecordSchema,
  applicationStatuses,
  organizationApplicationSchema,
} from "../organization-application.ts";
import { addressSchema } from "../principal.ts";
import { profileBriefSchema } from "../profile.ts";
import { sessionSchema, signInSchema } from "../session.ts";
import { statusSchema } from "../status.ts";
import { tokenMetadataSchema } from "../token-metadata.ts";
import { type Call, flag, follow, limit, page, positive } from "./call.ts";
import { readCalls } from "./read-calls.ts";

const accepted = z.object({ accepted: z.literal(true) });
const followLists = z.object({
  data: z.object({
    followers: z.array(profileBriefSchema),
    following: z.array(profileBriefSchema),
  }),
});

/**
 * Every call, by its name in the typed client. Paths and fields are those of the product's specification, with what
 * it takes beside them to read long lists page by page, to sign in and to review applications.
 */
export const calls = {
  ...readCalls,
  announceTransaction: {
    method: "POST",
    path: "/api/new-pending-event",
    summary:
      "A hint that a transaction was sent. Checked against the node before it is shown: at once for its sender, signed in; within some seconds for a visitor.",
    body: pendingEventSchema,
    result: accepted,
    status: 202,
    access: "public",
    errors: [429],
  },
  follow: {
    method: "POST",
    path: "/api/follow",
    summary: "Follow a profile; answers the signed-in user's lists.",
    body: follow,
    result: followLists,
    status: 200,
    access: "session",
    errors: [409, 429],
  },
  unfollow: {
    method: "POST",
    path: "/api/unfollow",
    summary: "Unfollow a profile; answers the signed-in user's lists.",
    body: follow,
    result: followLists,
    status: 200,
    access: "session",
    errors: [409, 429],
  },
  sendContact: {
    method: "POST",
    path: "/api/contact-info",
    summary: "A message to the team.",
    body: contactSchema,
    result: accepted,
    status: 200,
    access: "public",
    errors: [429],
  },
  uploadImage: {
    method: "POST",
    path: "/api/upload",
    summary: "Stores an image; its address is ipfs://{cid}.",
    file: "file",
    result: z.object({ cid: z.string() }),
    status: 200,
    access: "session",
    errors: [429, 503],
  },
  applyForOrganization: {
    method: "POST",
    path: "/api/org-create-request",
    summary: "Applies to create an organization.",
    body: organizationApplicationSchema,
    result: accepted,
    status: 200,
    access: "session",
    errors: [429],
  },
  pageApplications: {
    method: "GET",
    path: "/api/org-create-requests",
    summary:
      "Applications, newest first: with `applicant`, the signed-in user's own; without, the watchers' queue.",
    query: z.object({
      limit: z.optional(limit),
      before: z.optional(positive),
      applicant: z.optional(addressSchema),
      status: z.optional(z.enum(applicationStatuses)),
      /** `true`: accepted or declined; `false`: waiting or admitting. */
      decided: z.optional(flag),
    }),
    result: page(applicationRecordSchema),
    status: 200,
    access: "session",
  },
  decideApplication: {
    method: "POST",
    path: "/api/org-create-requests/{id}/decision",
    summary: "A watcher's decision on an application.",
    params: z.object({ id: positive }),
    body: applicationDecisionSchema,
    result: applicationRecordSchema,
    status: 200,
    access: "watcher",
    errors: [404, 409, 429],
  },
  getChallenge: {
    method: "GET",
    path: "/api/session/challenge",
    summary: "A single-use text for the wallet to sign.",
    query: z.object({ address: addressSchema }),
    result: z.object({ message: z.string(), nonce: z.string(), expiresAt: z.iso.datetime() }),
    status: 200,
    access: "public",
    errors: [429],
  },
  getSession: {
    method: "GET",
    path: "/api/session",
    summary: "Who is signed in.",
    result: sessionSchema,
    status: 200,
    access: "public",
  },
  signIn: {
    method: "POST",
    path: "/api/session",
    summary: "Signs in with a signed challenge; sets the session cookie.",
    body: signInSchema,
    result: sessionSchema,
    status: 200,
    access: "public",
    errors: [401, 429],
  },
  signOut: {
    method: "DELETE",
    path: "/api/session",
    summary: "Signs out.",
    result: sessionSchema,
    status: 200,
    access: "public",
  },
  getTokenMetadata: {
    method: "GET",
    path: "/api/token-metadata/{id}",
    summary: "SIP-016 metadata of an approved endorsement.",
    params: z.object({ id: positive }),
    result: tokenMetadataSchema,
    status: 200,
    access: "public",
    tagged: true,
    errors: [404],
  },
  getStatus: {
    method: "GET",
    path: "/api/status",
    summary: "What the index has seen of the chain.",
    result: statusSchema,
    status: 200,
    access: "public",
  },
} as const satisfies Record<string, Call>;

/** A call's name in the typed client. */
export type CallName = keyof typeof calls;
