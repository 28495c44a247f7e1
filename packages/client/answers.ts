// The build writes these types out without zod (`declare-answers.ts`). Types refer to each other by name.

import type { CallArguments, CallResult } from "@colonnade/domain";
import type { CallName, calls } from "@colonnade/domain/http/contract.ts";

export type { CallArguments, CallOptions, CallResult } from "@colonnade/domain";
export type { CategoryName } from "@colonnade/domain/category.ts";
export type {
  Endorsement,
  OrganizationBrief,
  Suggestion,
  TokenMetadata,
} from "@colonnade/domain/endorsement.ts";
export type { ErrorCode } from "@colonnade/domain/error.ts";
export type { ProfileEvent } from "@colonnade/domain/event.ts";
export type { EventType } from "@colonnade/domain/event-type.ts";
export type { Profile } from "@colonnade/domain/full-profile.ts";
export type { Inbox } from "@colonnade/domain/inbox.ts";
export type { Organization, OrganizationCard } from "@colonnade/domain/organization.ts";
export type { ProfileBrief, ProfileCard } from "@colonnade/domain/profile.ts";
export type { Proof } from "@colonnade/domain/proof.ts";
export type { Status } from "@colonnade/domain/status.ts";

/** The calls that every site may make: reads without a key. */
export type ReadName =
  | { [Name in CallName]: (typeof calls)[Name] extends { tagged: true } ? Name : never }[CallName]
  | "getStatus";

/** The arguments after each call's name: its input, if it has one, and options. */
export type Arguments = { [Name in ReadName]: CallArguments<Name> };

/** What each call answers with. */
export type Results = { [Name in ReadName]: CallResult<Name> };
