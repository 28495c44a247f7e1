import * as z from "zod/mini";
import { categoryNameSchema } from "../category.ts";
import { contactSchema } from "../contact.ts";
import { endorsementSchema } from "../endorsement.ts";
import { eventSchema, pendingEventSchema } from "../event.ts";
import { profileSchema } from "../full-profile.ts";
import { limits } from "../limits.ts";
import { organizationCardSchema, organizationSchema } from "../organization.ts";
import {
  applicationDecisionSchema,
  applicationRecordSchema,
  applicationStatuses,
  organizationApplicationSchema,
} from "../organization-application.ts";
import { addressSchema, principalSchema } from "../principal.ts";
import { profileBriefSchema, profileCardSchema } from "../profile.ts";
import { sessionSchema, signInSchema } from "../session.ts";
import { statusSchema } from "../status.ts";
import { boundedTextSchema } from "../text-schema.ts";
import { tokenMetadataSchema } from "../token-metadata.ts";
import type { ErrorStatus } from "./error-status.ts";

/** One call of the API: server routes, the typed client and OpenAPI are all derived from these values. */
export interface Call {
  method: "GET" | "POST" | "DELETE";
  /** With `{name}` for each member of `params`. */
  path: string;
  summary: string;
  params?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** The multipart field that carries a file; such a call has no JSON body. */
  file?: string;
  result: z.ZodMiniType;
  status: 200 | 202;
  /** `session`: signed in, and any address in the input must be the session's own. */
  access: "public" | "session" | "watcher";
  /** Whether the answer has an ETag, by which it is answered as unchanged. */
  tagged?: boolean;
  /** How else it may end, beside what follows from its input and its access. */
  errors?: readonly ErrorStatus[];
}

/** What else JavaScript takes for a number (`0x10`, `1e1`) is none to anybody else. */
const digits = z.custom<string | number>(
  (value) => /^\d+$/.test(String(value)),
  "Invalid input: expected digits",
);
const wholeNumber = z.pipe(digits, z.coerce.number<string | number>());
const positive = z.pipe(wholeNumber, z.int().check(z.positive()));
const limit = z.pipe(wholeNumber, z.int().check(z.positive(), z.lte(limits.pageItems)));
const search = boundedTextSchema(limits.searchCodePoints);
const flag = z.enum(["true", "false"]);
const accepted = z.object({ accepted: z.literal(true) });
const followLists = z.object({
  data: z.object({
    followers: z.array(profileBriefSchema),
    following: z.array(profileBriefSchema),
  }),
});
const follow = z.object({ userPrincipal: principalSchema, profilePrincipal: principalSchema });

/** How `GET /ipfs/{cid}` may be asked: for the stored bytes, or for the image at one of a few widths. */
export const imageQuerySchema = z.object({
  width: z.optional(z.pipe(wholeNumber, z.literal(limits.imageWidths))),
});

/** A page of a list: pass `next` as `before` (or `after`) for the following one; null at the end. */
function page<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), next: z.nullable(z.string()) });
}

/**
 * Every call, by its name in the typed client. Paths and fields are those of the product's specification, with what
 * it takes beside them to read long lists page by page, to sign in and to review applications.
 */
export const calls = {
  listEndorsements: {
    method: "GET",
    path: "/api/milestones",
    summary:
      "Every endorsement, newest first. Without parameters this is unbounded, and sent to a few at once; prefer a page.",
    result: z.array(endorsementSchema),
    status: 200,
    access: "public",
    tagged: true,
  },
  pageEndorsements: {
    method: "GET",
    path: "/api/milestones",
    summary: "A page of endorsements, newest first, filtered.",
    query: z.object({
      limit,
      before: z.optional(positive),
      search: z.optional(search),
      category: z.optional(categoryNameSchema),
      sender: z.optional(principalSchema),
      receiver: z.optional(principalSchema),
      org: z.optional(positive),
      approved: z.optional(flag),
    }),
    result: page(endorsementSchema),
    status: 200,
    access: "public",
    tagged: true,
  },
  listProfiles: {
    method: "GET",
    path: "/api/columns",
    summary:
      "Every profile in brief, by name. Without parameters this is unbounded, and sent to a few at once; prefer a page.",
    result: z.array(profileCardSchema),
    status: 200,
    access: "public",
    tagged: true,
  },
  pageProfiles: {
    method: "GET",
    path: "/api/columns",
    summary: "A page of profiles in brief, by name, filtered.",
    query: z.object({
      limit,
      after: z.optional(z.string().check(z.maxLength(300))),
      search: z.optional(search),
    }),
    result: page(profileCardSchema),
    status: 200,
    access: "public",
    tagged: true,
  },
  getProfile: {
    method: "GET",
    path: "/api/column",
    summary:
      "A profile whole. PENDING, and nothing said in it, while its registration is unconfirmed.",
    query: z.object({ principal: principalSchema }),
    result: profileSchema,
    status: 200,
    access: "public",
    tagged: true,
    errors: [404],
  },
  getEvents: {
    method: "GET",
    path: "/api/events",
    summary: "What happened to a principal, newest first.",
    query: z.object({
      principal: principalSchema,
      limit: z.optional(limit),
      before: z.optional(z.string().check(z.maxLength(100))),
    }),
    result: z.array(eventSchema),
    status: 200,
    access: "public",
    tagged: true,
  },
  getEndorsement: {
    method: "GET",
    path: "/api/milestone",
    summary: "One endorsement. 404 when there is none or it was rejected.",
    query: z.object({ id: positive }),
    result: endorsementSchema,
    status: 200,
    access: "public",
    tagged: true,
    errors: [404],
  },
  listOrganizations: {
    method: "GET",
    path: "/api/orgs",
    summary:
      "Every organization, by name. Without parameters this is unbounded, and sent to a few at once; prefer a page.",
    result: z.array(organizationCardSchema),
    status: 200,
    access: "public",
    tagged: true,
  },
  pageOrganizations: {
    method: "GET",
    path: "/api/orgs",
    summary: "A page of organizations, by name, filtered.",
    query: z.object({
      limit,
      after: z.optional(z.string().check(z.maxLength(200))),
      search: z.optional(search),
    }),
    result: page(organizationCardSchema),
    status: 200,
    access: "public",
    tagged: true,
  },
  getOrganization: {
    method: "GET",
    path: "/api/org",
    summary: "One organization whole.",
    query: z.object({ id: positive }),
    result: organizationSchema,
    status: 200,
    access: "public",
    tagged: true,
    errors: [404],
  },
  getWatcher: {
    method: "GET",
    path: "/api/watcher",
    summary: "Whether a principal is a watcher, who admits organizations.",
    query: z.object({ principal: principalSchema }),
    result: z.object({ watcher: z.boolean() }),
    status: 200,
    access: "public",
    tagged: true,
  },
  getFollow: {
    method: "GET",
    path: "/api/follow",
    summary: "Whether a principal follows another; a profile's lists hold only the newest hundred.",
    query: follow,
    result: z.object({ follows: z.boolean() }),
    status: 200,
    access: "public",
    tagged: true,
  },
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
