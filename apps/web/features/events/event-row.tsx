import type { ProfileEvent } from "@colonnade/domain/event.ts";
import type { EventStatus, EventType } from "@colonnade/domain/event-type.ts";
import { isBlank } from "@colonnade/domain/hidden-text.ts";
import { nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import {
  BadgeCheck,
  Ban,
  Building2,
  CircleCheck,
  CircleDot,
  CircleX,
  DoorClosed,
  ExternalLink,
  Eye,
  Image,
  KeyRound,
  type LucideIcon,
  MailPlus,
  MailX,
  PenLine,
  ScrollText,
  Send,
  ShieldCheck,
  ShieldX,
  Trash2,
  Undo2,
  UserCog,
  UserMinus,
  UserPlus,
  UserRoundCheck,
  UserRoundX,
  UsersRound,
} from "lucide-react";
import { Link, type To } from "react-router";
import { OrganizationLogo } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ExplorerLink } from "../../ui/explorer-link.tsx";
import { Name, OrganizationLabel, RemovedLabel } from "../../ui/name.tsx";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";
import { Time } from "../../ui/time.tsx";
import { OVER_PAGE, sayNumber } from "../endorsement/words.ts";
import { describeFailure } from "../wallet/contract-error.ts";

/** Names that read well beside Pending, Success and Failed. */
const looks: Record<EventType, { icon: LucideIcon; name: string }> = {
  REGISTER_PROFILE: { icon: UserRoundCheck, name: "Profile registration" },
  REMOVE_PROFILE: { icon: UserRoundX, name: "Profile removal" },
  UPDATE_PROFILE_IMAGE: { icon: Image, name: "New profile image" },
  UPDATE_STATEMENT: { icon: ScrollText, name: "New statement" },
  SUBMIT_ENDORSEMENT: { icon: Send, name: "New endorsement" },
  EDIT_ENDORSEMENT: { icon: PenLine, name: "Edit of an endorsement" },
  APPROVE_ENDORSEMENT: { icon: BadgeCheck, name: "Approval of an endorsement" },
  BURN_ENDORSEMENT: { icon: CircleX, name: "Rejection of an endorsement" },
  WITHDRAW_ENDORSEMENT: { icon: Undo2, name: "Withdrawal of an endorsement" },
  DISCARD_ENDORSEMENT: { icon: Trash2, name: "Removal of an endorsement" },
  DISPLAY_STATUS: { icon: Eye, name: "Showing or hiding an endorsement" },
  BLOCK_SENDER: { icon: Ban, name: "Blocking of a sender" },
  UNBLOCK_SENDER: { icon: CircleCheck, name: "Unblocking of a sender" },
  BLOCK_ORGANIZATION: { icon: Ban, name: "Blocking of an organization" },
  UNBLOCK_ORGANIZATION: { icon: CircleCheck, name: "Unblocking of an organization" },
  WATCHER_REMOVE_PROFILE: { icon: ShieldX, name: "Profile removal by a watcher" },
  WATCHER_RESTORE_PROFILE: { icon: ShieldCheck, name: "End of a suspension" },
  ADD_WATCHER: { icon: ShieldCheck, name: "Appointment as a watcher" },
  REMOVE_WATCHER: { icon: ShieldX, name: "Removal as a watcher" },
  PROPOSE_OWNER: { icon: KeyRound, name: "Proposal of another owner" },
  ACCEPT_OWNER: { icon: KeyRound, name: "New owner" },
  WATCHER_NEW_ORGANIZATION: { icon: Building2, name: "Admission of an organization" },
  ADD_REPRESENTATIVE: { icon: MailPlus, name: "Invitation to represent" },
  ACCEPT_REPRESENTATION: { icon: UsersRound, name: "Acceptance of an invitation" },
  DECLINE_REPRESENTATION: { icon: MailX, name: "Refusal of an invitation" },
  RESIGN_REPRESENTATION: { icon: UserMinus, name: "Resignation of a representative" },
  REMOVE_REPRESENTATIVE: { icon: UserMinus, name: "Removal of a representative" },
  PROPOSE_ADMIN: { icon: UserCog, name: "Proposal of another admin" },
  WATCHER_REPLACE_ADMIN: { icon: UserCog, name: "Proposal of another admin by a watcher" },
  REFUSE_REPLACEMENT: { icon: UserCog, name: "Refusal of another admin" },
  ACCEPT_ADMIN: { icon: UserCog, name: "New admin" },
  DECLINE_ADMIN: { icon: UserCog, name: "Refusal to become admin" },
  CLOSE_ORGANIZATION: { icon: DoorClosed, name: "Closing of an organization" },
  NEW_FOLLOWER: { icon: UserPlus, name: "New follower" },
  UNKNOWN: { icon: CircleDot, name: "Something happened on chain" },
};

const suggestion = { icon: PenLine, name: "Suggestion for an endorsement" };

/** Whether the receiver of an endorsement proposed other words for it. */
const isSuggestion = ({ event, metaData }: ProfileEvent) =>
  event === "EDIT_ENDORSEMENT" && metaData.byReceiver === true;

const statusLooks: Record<EventStatus, { label: string; ink: string }> = {
  PENDING: { label: "Pending", ink: "text-pending" },
  SUCCESS: { label: "Success", ink: "text-approved" },
  FAILED: { label: "Failed", ink: "text-seal" },
};

const row =
  "relative grid min-h-16 grid-cols-[2.75rem_minmax(0,1fr)] items-center gap-x-4 px-4 py-3 sm:grid-cols-[2.75rem_minmax(0,1fr)_auto] sm:px-5";

interface Place {
  /** The address whose events these are. */
  viewer: string;
  /** Where an endorsement opens. */
  endorsementAt: (id: number) => To;
}

/** A link that covers the whole row. The links of the other line lie above it. */
const cover = "font-semibold after:absolute after:inset-0 after:content-['']";

/**
 * One event: what, who did it to whom, its status, and when. The row leads to the transaction in the explorer or to
 * the follower. The endorsement's title within it leads to the endorsement; without a title its number does.
 */
export function EventRow({
  event,
  ...place
}: {
  event: ProfileEvent;
} & Place) {
  const { icon: Icon, name } = isSuggestion(event) ? suggestion : looks[event.event];
  const { follower } = event.metaData;
  const leads = follower !== undefined || event.txId !== null;
  return (
    <div className={classNames(row, leads && "transition-colors hover:bg-sunk")}>
      <span className="inline-flex size-11 items-center justify-center rounded-full border border-rule bg-paper text-muted">
        <Icon className="size-5" strokeWidth={1.5} />
      </span>
      <div className="min-w-0">
        <p className="leading-5">
          <RowLink event={event}>{name}</RowLink>
          <EndorsementNumber event={event} endorsementAt={place.endorsementAt} />
        </p>
        <p className="text-sm text-pretty wrap-anywhere">
          {follower === undefined ? <Circumstances event={event} {...place} /> : null}
          {follower === undefined ? (
            <Status event={event} />
          ) : (
            <span className="text-muted">{nameOf(follower, place.viewer)} follows you</span>
          )}
        </p>
      </div>
      <span className="flex items-center gap-3 max-sm:col-start-2 sm:text-right">
        <Time date={event.date} className="font-mono text-xs text-muted" />
        {follower === undefined && event.txId !== null ? (
          <ExternalLink className="size-4 text-muted max-sm:hidden" />
        ) : null}
      </span>
    </div>
  );
}

/** The title of the endorsement that an event is about, if it shows anything. */
function titleOf({ metaData: { title } }: ProfileEvent): string | undefined {
  return title === undefined || isBlank(title) ? undefined : title;
}

const numberLook = "ml-2 font-mono text-xs whitespace-nowrap";

function EndorsementNumber({
  event,
  endorsementAt,
}: { event: ProfileEvent } & Pick<Place, "endorsementAt">) {
  const { endorsementId } = event.metaData;
  if (endorsementId === undefined) return null;
  const number = sayNumber(endorsementId);
  if (titleOf(event) !== undefined) {
    return <span className={classNames(numberLook, "text-muted")}>{number}</span>;
  }
  return (
    <Link
      to={endorsementAt(endorsementId)}
      preventScrollReset
      state={OVER_PAGE}
      className={classNames(
        numberLook,
        "reach z-10 inline-block text-ink underline decoration-rule underline-offset-4 hover:decoration-seal",
      )}
    >
      <span className="sr-only">Endorsement </span>
      {number}
    </Link>
  );
}

function RowLink({ event, children }: { event: ProfileEvent; children: string }) {
  if (event.metaData.follower !== undefined) {
    return (
      <Link to={`/profile/${event.metaData.follower.address}`} className={cover}>
        {children}
        <span className="sr-only"> {nameOrAddress(event.metaData.follower)}</span>
      </Link>
    );
  }
  if (event.txId === null) return <span className="font-semibold">{children}</span>;
  return (
    <ExplorerLink txId={event.txId} className={cover}>
      {children}
    </ExplorerLink>
  );
}

/** The receiver approves, rejects or removes what is from its sender. All else is done to somebody. */
const preposition = (event: ProfileEvent) =>
  event.metaData.byReceiver === true && !isSuggestion(event) ? "from" : "to";

/** Who did it, to whom, about which organization, and the endorsement's title. */
function Circumstances({ event, viewer, endorsementAt }: { event: ProfileEvent } & Place) {
  const { actor, recipient, organization, endorsementId } = event.metaData;
  const title = titleOf(event);
  const isToAnother = recipient !== undefined && recipient.address !== actor?.address;
  const known = [actor, isToAnother || undefined, organization, title];
  const isInvitedAtFounding =
    event.event === "WATCHER_NEW_ORGANIZATION" &&
    [actor, recipient].every((person) => person?.address !== viewer);
  if (known.every((one) => one === undefined)) return null;
  return (
    <span className="block text-muted">
      {actor === undefined ? null : <>by {nameOf(actor, viewer)} </>}
      {isToAnother ? (
        <>
          {preposition(event)} {nameOf(recipient, viewer)}{" "}
        </>
      ) : null}
      {organization === undefined ? null : (
        <>
          · <OrganizationLogo organization={organization} size={20} className="align-text-bottom" />{" "}
          <Name>{organization.name}</Name> <OrganizationLabel />
        </>
      )}
      {isInvitedAtFounding ? " invites you to represent it" : null}
      {title === undefined || endorsementId === undefined ? null : (
        <Link
          to={endorsementAt(endorsementId)}
          preventScrollReset
          state={OVER_PAGE}
          className="reach z-10 block w-fit max-w-full font-medium text-ink underline decoration-rule underline-offset-4 hover:decoration-seal"
        >
          <bdi>
            <RevealedText>{title}</RevealedText>
          </bdi>
        </Link>
      )}
    </span>
  );
}

function nameOf(person: ProfileBrief, viewer: string) {
  if (person.address === viewer) return "you";
  return (
    <>
      <Name>{nameOrAddress(person)}</Name>
      {person.suspended ? (
        <>
          {" "}
          <RemovedLabel />
        </>
      ) : null}
    </>
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
