import type { ProfileEvent } from "@colonnade/domain/event.ts";
import type { EventStatus, EventType } from "@colonnade/domain/event-type.ts";
import { callName } from "@colonnade/domain/profile.ts";
import { explorerLink } from "@colonnade/domain/web-config.ts";
import {
  BadgeCheck,
  Building2,
  CircleDot,
  CircleX,
  ExternalLink,
  Eye,
  Image,
  type LucideIcon,
  PenLine,
  ScrollText,
  Send,
  ShieldCheck,
  ShieldX,
  UserMinus,
  UserPlus,
  UserRoundCheck,
  UserRoundX,
  UsersRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { classNames } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";
import { Time } from "../../ui/time.tsx";
import { describeFailure } from "../wallet/contract-error.ts";

/** Named so that each reads well beside Pending, Success and Failed. */
const looks: Record<EventType, { icon: LucideIcon; name: string }> = {
  REGISTER_PROFILE: { icon: UserRoundCheck, name: "Profile registration" },
  REMOVE_PROFILE: { icon: UserRoundX, name: "Profile removal" },
  UPDATE_PROFILE_IMAGE: { icon: Image, name: "New profile image" },
  UPDATE_STATEMENT: { icon: ScrollText, name: "New statement" },
  SUBMIT_ENDORSEMENT: { icon: Send, name: "New endorsement" },
  EDIT_ENDORSEMENT: { icon: PenLine, name: "Edit of an endorsement" },
  APPROVE_ENDORSEMENT: { icon: BadgeCheck, name: "Approval of an endorsement" },
  BURN_ENDORSEMENT: { icon: CircleX, name: "Rejection of an endorsement" },
  DISPLAY_STATUS: { icon: Eye, name: "Showing or hiding an endorsement" },
  WATCHER_REMOVE_PROFILE: { icon: ShieldX, name: "Profile removal by a watcher" },
  ADD_WATCHER: { icon: ShieldCheck, name: "Appointment as a watcher" },
  REMOVE_WATCHER: { icon: ShieldX, name: "End as a watcher" },
  WATCHER_NEW_ORGANIZATION: { icon: Building2, name: "Admission of an organization" },
  ADD_REPRESENTATIVE: { icon: UsersRound, name: "New representative" },
  REMOVE_REPRESENTATIVE: { icon: UserMinus, name: "Removal of a representative" },
  NEW_FOLLOWER: { icon: UserPlus, name: "New follower" },
  UNKNOWN: { icon: CircleDot, name: "Something happened on chain" },
};

const statusLooks: Record<EventStatus, { label: string; ink: string }> = {
  PENDING: { label: "Pending", ink: "text-pending" },
  SUCCESS: { label: "Success", ink: "text-approved" },
  FAILED: { label: "Failed", ink: "text-seal" },
};

const row =
  "grid min-h-16 grid-cols-[2.75rem_minmax(0,1fr)] items-center gap-x-4 px-4 py-3 sm:grid-cols-[2.75rem_minmax(0,1fr)_auto] sm:px-5";

/** One thing that happened: what, whether it is settled, when; leads to the explorer or to the follower. */
export function EventRow({ event }: { event: ProfileEvent }) {
  const { icon: Icon, name } = looks[event.event];
  const { follower, endorsementId } = event.metaData;
  return (
    <Target event={event}>
      <span className="inline-flex size-11 items-center justify-center rounded-full border border-rule bg-paper text-muted">
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.5} />
      </span>
      <span className="min-w-0">
        <span className="block leading-5">
          <span className="font-semibold">{name}</span>
          {endorsementId === undefined ? null : (
            <span className="ml-2 font-mono text-xs whitespace-nowrap text-muted">
              № {String(endorsementId).padStart(4, "0")}
            </span>
          )}
        </span>
        <span className="block text-sm text-pretty">
          {follower === undefined ? (
            <Status event={event} />
          ) : (
            <span className="text-muted">{callName(follower)}</span>
          )}
        </span>
      </span>
      <span className="flex items-center gap-3 max-sm:col-start-2 sm:text-right">
        <Time date={event.date} className="font-mono text-xs text-muted" />
        {follower === undefined && event.txId !== null ? (
          <ExternalLink aria-hidden="true" className="size-4 text-muted max-sm:hidden" />
        ) : null}
      </span>
    </Target>
  );
}

function Target({ event, children }: { event: ProfileEvent; children: ReactNode }) {
  const classes = classNames(row, "transition-colors hover:bg-sunk");
  if (event.metaData.follower !== undefined) {
    return (
      <Link to={`/profile/${event.metaData.follower.address}`} className={classes}>
        {children}
      </Link>
    );
  }
  if (event.txId === null) return <div className={row}>{children}</div>;
  return (
    <a
      href={explorerLink(runtimeConfig(), event.txId)}
      target="_blank"
      rel="noreferrer"
      className={classes}
    >
      {children}
    </a>
  );
}

function Status({ event: { event, status, reason, errorCode } }: { event: ProfileEvent }) {
  const { label, ink } = statusLooks[status];
  return (
    <span className={classNames("inline-flex items-center gap-1.5", ink)}>
      {status === "PENDING" ? <SpinnerMark /> : null}
      {label}
      {status === "FAILED" && reason !== null
        ? `. ${describeFailure(event, reason, errorCode)}`
        : null}
    </span>
  );
}

/** The same row before anything is known. */
export function EventRowSkeleton() {
  return (
    <div aria-hidden="true" className={row}>
      <Skeleton shape="round" className="size-11" />
      <span className="flex flex-col gap-2">
        <Skeleton className="h-4 w-44 max-w-full" />
        <Skeleton className="h-3 w-20" />
      </span>
      <Skeleton className="h-3 w-20 max-sm:hidden" />
    </div>
  );
}
