import * as z from "zod/mini";
import { categoryNameSchema } from "../category.ts";
import { endorsementSchema } from "../endorsement.ts";
import { eventSchema } from "../event.ts";
import { profileSchema } from "../full-profile.ts";
import { organizationCardSchema, organizationSchema } from "../organization.ts";
import { principalSchema } from "../principal.ts";
import { profileCardSchema } from "../profile.ts";
import { type Call, flag, follow, limit, page, positive, search } from "./call.ts";

/** The calls that read what everybody may read. */
export const readCalls = {
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
} as const satisfies Record<string, Call>;
