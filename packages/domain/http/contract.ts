import * as z from "zod/mini";
import { categoryNameSchema } from "../category.ts";
import { contactSchema } from "../contact.ts";
import {
  badgeProfileSchema,
  credentialSchema,
  didDocumentSchema,
  issuerDocumentSchema,
  statusListSchema,
} from "../credential.ts";
import { endorsementSchema, tokenMetadataSchema } from "../endorsement.ts";
import { eventSchema, pendingEventSchema } from "../event.ts";
import { profileSchema } from "../full-profile.ts";
import { blockedSchema, inboxSchema } from "../inbox.ts";
import { oembedSchema } from "../oembed.ts";
import { organizationCardSchema, organizationSchema } from "../organization.ts";
import {
  applicationDecisionSchema,
  applicationRecordSchema,
  applicationStatuses,
  organizationApplicationSchema,
} from "../organization-application.ts";
import { addressSchema, principalSchema, signerSchema } from "../principal.ts";
import { profileBriefSchema, profileCardSchema } from "../profile.ts";
import { proofDigestSchema, proofSchema } from "../proof.ts";
import { reportDecisionSchema, reportRecordSchema, reportSchema } from "../report.ts";
import { revisionsSchema } from "../revision.ts";
import { sessionSchema, signInSchema } from "../session.ts";
import { statusSchema } from "../status.ts";
import { type Call, flag, follow, limit, page, positive, search } from "./call.ts";

const accepted = z.object({ accepted: z.literal(true) });
const followLists = z.object({
  data: z.object({
    followers: z.array(profileBriefSchema),
    following: z.array(profileBriefSchema),
  }),
});

/** A read that is open to everybody, with an ETag. */
const publicRead = { method: "GET", access: "public", tagged: true } as const;

/**
 * Every call, by its name in the typed client. The paths and fields of the specification are as it writes them. The
 * other calls and parameters are our additions.
 */
export const calls = {
  listEndorsements: {
    ...publicRead,
    path: "/api/milestones",
    summary:
      "Every endorsement, newest first. The answer has no limit, and only a few are sent at once; prefer a page.",
    result: z.array(endorsementSchema),
  },
  pageEndorsements: {
    ...publicRead,
    path: "/api/milestones",
    summary:
      "A page of endorsements, newest first, filtered. Withdrawn ones come only with `withdrawn=true`. `requests` goes with `receiver` and `approved=false` and no other filter.",
    query: z.object({
      limit,
      before: z.optional(positive),
      search: z.optional(search),
      category: z.optional(categoryNameSchema),
      sender: z.optional(principalSchema),
      receiver: z.optional(principalSchema),
      org: z.optional(positive),
      approved: z.optional(flag),
      /** `true`: those whose sender has no tie to the receiver. `false`: those whose sender has one. */
      requests: z.optional(flag),
      /** `true`: those whose receiver suggests other words. `false`: the others. */
      suggested: z.optional(flag),
      /** `true`: those that were withdrawn after approval. `false`, and if absent: the others. */
      withdrawn: z.optional(flag),
    }),
    result: page(endorsementSchema),
  },
  listProfiles: {
    ...publicRead,
    path: "/api/columns",
    summary:
      "Every profile in brief, by name. The answer has no limit, and only a few are sent at once; prefer a page.",
    result: z.array(profileCardSchema),
  },
  pageProfiles: {
    ...publicRead,
    path: "/api/columns",
    summary: "A page of profiles in brief, by name, filtered.",
    query: z.object({
      limit,
      after: z.optional(z.string().check(z.maxLength(300))),
      search: z.optional(search),
    }),
    result: page(profileCardSchema),
  },
  getProfile: {
    ...publicRead,
    path: "/api/column",
    summary:
      "A whole profile. Its status is PENDING while its registration is unconfirmed. The 404 of somebody whom a " +
      "watcher suspended has the code `suspended`.",
    query: z.object({ principal: principalSchema }),
    result: profileSchema,
    errors: [404],
  },
  getEvents: {
    ...publicRead,
    path: "/api/events",
    summary: "What happened to a principal, newest first.",
    query: z.object({
      principal: principalSchema,
      limit: z.optional(limit),
      before: z.optional(z.string().check(z.maxLength(100))),
    }),
    result: z.array(eventSchema),
  },
  getEndorsement: {
    ...publicRead,
    path: "/api/milestone",
    summary: "One endorsement; 404 if there is none or it was rejected.",
    query: z.object({ id: positive }),
    result: endorsementSchema,
    errors: [404],
  },
  getInbox: {
    ...publicRead,
    path: "/api/inbox",
    summary: "What waits for a principal: endorsements, suggestions, invitations.",
    query: z.object({ principal: principalSchema }),
    result: inboxSchema,
  },
  listOrganizations: {
    ...publicRead,
    path: "/api/orgs",
    summary:
      "Every organization, by name. The answer has no limit, and only a few are sent at once; prefer a page.",
    result: z.array(organizationCardSchema),
  },
  pageOrganizations: {
    ...publicRead,
    path: "/api/orgs",
    summary: "A page of organizations, by name, filtered.",
    query: z.object({
      limit,
      after: z.optional(z.string().check(z.maxLength(200))),
      search: z.optional(search),
    }),
    result: page(organizationCardSchema),
  },
  getOrganization: {
    ...publicRead,
    path: "/api/org",
    summary: "A whole organization.",
    query: z.object({ id: positive }),
    result: organizationSchema,
    errors: [404],
  },
  getWatcher: {
    ...publicRead,
    path: "/api/watcher",
    summary: "Whether a principal is a watcher. Watchers admit organizations.",
    query: z.object({ principal: principalSchema }),
    result: z.object({ watcher: z.boolean() }),
  },
  getFollow: {
    ...publicRead,
    path: "/api/follow",
    summary:
      "Whether a principal follows another. The lists in a profile hold only the newest 100.",
    query: follow,
    result: z.object({ follows: z.boolean() }),
  },
  announceTransaction: {
    method: "POST",
    path: "/api/new-pending-event",
    summary:
      "Announces a transaction that was sent. It is shown once the node has seen it; until then, announce it again.",
    body: pendingEventSchema,
    result: z.object({
      /** Whether the node has seen it. */
      seen: z.boolean(),
    }),
    status: 202,
    access: "public",
    errors: [429],
  },
  follow: {
    method: "POST",
    path: "/api/follow",
    summary: "Follows a profile. Answers with the signed-in user's lists.",
    body: follow,
    result: followLists,
    access: "session",
    errors: [409, 429],
  },
  unfollow: {
    method: "POST",
    path: "/api/unfollow",
    summary: "Unfollows a profile. Answers with the signed-in user's lists.",
    body: follow,
    result: followLists,
    access: "session",
    errors: [409, 429],
  },
  sendContact: {
    method: "POST",
    path: "/api/contact-info",
    summary: "Sends a message to the team.",
    body: contactSchema,
    result: accepted,
    access: "public",
    errors: [429],
  },
  uploadImage: {
    method: "POST",
    path: "/api/upload",
    summary:
      "Stores an image. Its address is ipfs://{cid}. It is removed if the chain does not name it within a day; an open application keeps its logo.",
    file: "file",
    result: z.object({ cid: z.string() }),
    access: "session",
    errors: [429, 507],
  },
  applyForOrganization: {
    method: "POST",
    path: "/api/org-create-request",
    summary: "Applies to create an organization.",
    body: organizationApplicationSchema,
    result: accepted,
    access: "session",
    errors: [429],
  },
  pageApplications: {
    method: "GET",
    path: "/api/org-create-requests",
    summary:
      "Applications, newest first. With `applicant`: the signed-in user's own. Without: all, for watchers.",
    query: z.object({
      limit: z.optional(limit),
      before: z.optional(positive),
      applicant: z.optional(addressSchema),
      status: z.optional(z.enum(applicationStatuses)),
      /** `true`: accepted or declined; `false`: waiting or admitting. */
      decided: z.optional(flag),
    }),
    result: page(applicationRecordSchema),
    access: "session",
  },
  decideApplication: {
    method: "POST",
    path: "/api/org-create-requests/{id}/decision",
    summary: "Records a watcher's decision on an application.",
    params: z.object({ id: positive }),
    body: applicationDecisionSchema,
    result: applicationRecordSchema,
    access: "watcher",
    errors: [404, 409, 429],
  },
  pageOwnRejected: {
    method: "GET",
    path: "/api/own-rejected",
    summary: "The signed-in user's own endorsements that their receivers rejected, newest first.",
    query: z.object({ limit: z.optional(limit), before: z.optional(positive) }),
    result: page(endorsementSchema),
    access: "session",
  },
  getRevisions: {
    method: "GET",
    path: "/api/revisions",
    summary:
      "What the words of an endorsement once were, newest first, for its sender and its receiver alone. 404 for " +
      "anybody else.",
    query: z.object({ id: positive }),
    result: revisionsSchema,
    access: "session",
    errors: [404],
  },
  pageBlocked: {
    method: "GET",
    path: "/api/blocked",
    summary: "The senders and organizations that the signed-in user blocks, newest block first.",
    query: z.object({
      limit: z.optional(limit),
      before: z.optional(z.string().check(z.maxLength(200))),
    }),
    result: page(blockedSchema),
    access: "session",
  },
  report: {
    method: "POST",
    path: "/api/report",
    summary: "Reports an endorsement, an organization, a profile or an image to the watchers.",
    body: reportSchema,
    result: accepted,
    access: "session",
    errors: [404, 409, 429],
  },
  pageReports: {
    method: "GET",
    path: "/api/reports",
    summary:
      "Reports, each with the reasons of all who reported the same thing. With `decided=false` those that most people reported come first, otherwise the newest.",
    query: z.object({
      limit: z.optional(limit),
      before: z.optional(z.string().check(z.maxLength(30))),
      /** `true`: decided. `false`: open or suspending. */
      decided: z.optional(flag),
    }),
    result: page(reportRecordSchema),
    access: "watcher",
  },
  decideReport: {
    method: "POST",
    path: "/api/reports/{id}/decision",
    summary: "Records a watcher's decision on a report.",
    params: z.object({ id: positive }),
    body: reportDecisionSchema,
    result: reportRecordSchema,
    access: "watcher",
    errors: [404, 409, 429],
  },
  getChallenge: {
    method: "GET",
    path: "/api/session/challenge",
    summary: "A text for the wallet to sign. It can be used once.",
    query: z.object({ address: signerSchema }),
    result: z.object({ message: z.string(), nonce: z.string(), expiresAt: z.iso.datetime() }),
    access: "public",
    errors: [429],
  },
  getSession: {
    method: "GET",
    path: "/api/session",
    summary: "Who is signed in.",
    result: sessionSchema,
    access: "public",
  },
  signIn: {
    method: "POST",
    path: "/api/session",
    summary: "Signs in with a signed challenge and sets the session cookie.",
    body: signInSchema,
    result: sessionSchema,
    access: "public",
    errors: [401, 429],
  },
  signOut: {
    method: "DELETE",
    path: "/api/session",
    summary: "Signs out.",
    result: sessionSchema,
    access: "public",
  },
  signOutEverywhere: {
    method: "DELETE",
    path: "/api/sessions",
    summary: "Ends every session of the signed-in address, on all devices.",
    result: sessionSchema,
    access: "session",
  },
  getTokenMetadata: {
    ...publicRead,
    path: "/api/token-metadata/{id}",
    summary: "SIP-016 metadata of an approved endorsement.",
    params: z.object({ id: positive }),
    result: tokenMetadataSchema,
    errors: [404],
  },
  getProof: {
    ...publicRead,
    path: "/api/proof/{id}",
    summary:
      "The proof of an endorsement: what is claimed, and the signed transactions behind it. 404 if there is no " +
      "such endorsement, or its words are withheld.",
    params: z.object({ id: positive }),
    result: proofSchema,
    errors: [404],
  },
  getProofVersion: {
    ...publicRead,
    path: "/api/proof/{id}/{digest}",
    summary:
      "The same proof at an address that never changes. `digest` is the SHA-256 of the body of /api/proof/{id}, in " +
      "hexadecimal. 404 once the proof has changed.",
    params: z.object({ id: positive, digest: proofDigestSchema }),
    result: proofSchema,
    errors: [404],
  },
  getOembed: {
    ...publicRead,
    path: "/api/oembed",
    summary:
      "How to show /endorsement/{id} or /profile/{address} within another page, by oEmbed 1.0. 404 for any other address, 501 for XML.",
    query: z.object({
      url: z.string().check(z.maxLength(2_000)),
      format: z.optional(z.literal("json")),
      maxwidth: z.optional(positive),
      maxheight: z.optional(positive),
    }),
    result: oembedSchema,
    errors: [404, 501],
  },
  getCredential: {
    ...publicRead,
    path: "/api/credential/{id}",
    summary:
      "An approved or withdrawn endorsement as an Open Badges 3.0 EndorsementCredential. The service signs it: it " +
      "attests what the chain holds. 404 where /api/proof answers 404, and for a pending one.",
    params: z.object({ id: positive }),
    result: credentialSchema,
    errors: [404],
  },
  getBadgeProfile: {
    ...publicRead,
    path: "/api/badge-profile/{principal}",
    summary:
      "A profile as an Open Badges 3.0 Profile. `/profile/{principal}` redirects clients here that accept JSON " +
      "and not HTML. 404 for somebody without a profile, and while a watcher suspends them.",
    params: z.object({ principal: principalSchema }),
    result: badgeProfileSchema,
    errors: [404],
  },
  getStatusList: {
    ...publicRead,
    path: "/api/status-list/{n}",
    summary:
      "Which credentials are revoked, as a signed Bitstring Status List. List 1 has the endorsements from 1 to " +
      "131072, and so on. 404 beyond the newest endorsement.",
    params: z.object({ n: positive }),
    result: statusListSchema,
    errors: [404],
  },
  getIssuer: {
    ...publicRead,
    path: "/issuer",
    summary:
      "The issuer of the credentials: an Open Badges 3.0 Profile with the keys it signs with.",
    result: issuerDocumentSchema,
  },
  getDidDocument: {
    ...publicRead,
    path: "/.well-known/did.json",
    summary: "The same keys as a did:web document.",
    result: didDocumentSchema,
  },
  getStatus: {
    method: "GET",
    path: "/api/status",
    summary: "How far the index has followed the chain.",
    result: statusSchema,
    access: "public",
  },
} as const satisfies Record<string, Call>;

/** A call's name in the typed client. */
export type CallName = keyof typeof calls;
