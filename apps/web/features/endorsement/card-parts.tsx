import {
  type CategoryName,
  categories,
  categoryOf,
  unknownCategory,
} from "@colonnade/domain/category.ts";
import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import type { MouseEvent } from "react";
import { Link, useNavigate } from "react-router";
import { classNames } from "../../ui/class-names.ts";
import { Name, OrganizationLabel, RemovedLabel } from "../../ui/name.tsx";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { Rosette } from "../../ui/rosette.tsx";
import { StoredImage } from "../../ui/stored-image.tsx";
import { profilePath, useViewerAddress } from "../profile/viewer.ts";
import { endorsementPath, isParty, OVER_PAGE, sayNumber, shownTitle, stateOf } from "./words.ts";

/**
 * An endorsement's image, filling its place; a rosette if it does not load. Decoration unless `alt` is given, because
 * the title stands beside it.
 */
export function Picture({
  address,
  seed,
  alt = "",
  sizes = "22rem",
  isMain = false,
  className,
}: {
  address: string;
  /** What the rosette is drawn from. */
  seed: string;
  alt?: string;
  /** The width it is shown at, as in HTML. */
  sizes?: string;
  /** Whether it is what the page is about, so that it loads before all other images. */
  isMain?: boolean;
  className?: string;
}) {
  return (
    <span
      className={classNames("block overflow-hidden", className)}
      // The paper of its category, visible until the image is loaded.
      style={{ backgroundColor: categoryOf(address).tint }}
    >
      <StoredImage
        address={address}
        sizes={sizes}
        alt={alt}
        width={500}
        height={500}
        {...(isMain ? { fetchPriority: "high" } : { loading: "lazy" })}
        fallback={<Rosette seed={seed} detail="header" className="size-full" />}
      />
    </span>
  );
}

/** The query parameter that names the endorsement that is open over a page. */
export const OPEN_ENDORSEMENT = "endorsement";

/**
 * The title of a card as a link that covers the whole card. It leads the sender and the receiver of a pending
 * endorsement to its edit page. For everybody else it opens the endorsement over the page; its address is the
 * endorsement's own page.
 */
export function CardLink({
  endorsement,
  children,
}: {
  endorsement: Endorsement;
  /** Stands in place of the title. */
  children?: string;
}) {
  const viewer = useViewerAddress();
  const navigate = useNavigate();
  const { id } = endorsement;
  const isEdited = stateOf(endorsement) === "pending" && isParty(endorsement, viewer);
  const openOver = (event: MouseEvent) => {
    // The browser itself opens the link in another tab or window.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    const parameters = new URLSearchParams(window.location.search);
    parameters.set(OPEN_ENDORSEMENT, String(id));
    navigate({ search: `?${parameters}` }, { preventScrollReset: true, state: OVER_PAGE });
  };
  return (
    <Link
      to={isEdited ? `/edit-endorsement/${id}` : endorsementPath(id)}
      onClick={isEdited ? undefined : openOver}
      className="outline-offset-4 after:absolute after:inset-0 after:content-['']"
    >
      <bdi>{children ?? shownTitle(endorsement)}</bdi>
    </Link>
  );
}

/** An endorsement's category in its own ink. The category N/A is not shown. */
export function CategoryLabel({ name }: { name: CategoryName }) {
  if (name === unknownCategory.name) return null;
  const ink = categories.find((category) => category.name === name)?.ink ?? unknownCategory.ink;
  return (
    <span className="caps block" style={{ color: `light-dark(${ink.light}, ${ink.dark})` }}>
      {name}
    </span>
  );
}

/** An endorsement's number, as on a numbered print. */
export function Serial({ id }: { id: number }) {
  return (
    <span className="block whitespace-nowrap font-mono text-xs text-muted">{sayNumber(id)}</span>
  );
}

/** The sender or the receiver of an endorsement, as cards show them. */
export interface Side {
  name: string;
  /** The path of their page. */
  to: string;
  /** What the rosette is drawn from if there is no image. */
  seed: string;
  image: string;
  /** Organizations stand in square frames, people in round ones. */
  square: boolean;
  /** Whether a watcher suspended them. */
  removed: boolean;
}

/**
 * The sender: the organization if it was sent in the name of one.
 * @param viewer the viewer's address, on which only the path depends
 */
export function senderSide(endorsement: Endorsement, viewer: string | null = null): Side {
  const { organization, column_sender } = endorsement;
  if (organization === undefined) return personSide(column_sender, viewer);
  return {
    name: organization.name,
    to: `/org/${organization.id}`,
    seed: `organization ${organization.id}`,
    image: organization.logoUrl,
    square: true,
    removed: false,
  };
}

export function receiverSide(endorsement: Endorsement, viewer: string | null = null): Side {
  return personSide(endorsement.column_receiver, viewer);
}

/** The person who sent the endorsement, even in an organization's name. Only they can answer a suggestion. */
export function signerSide(endorsement: Endorsement, viewer: string | null = null): Side {
  return personSide(endorsement.column_sender, viewer);
}

function personSide(profile: ProfileBrief, viewer: string | null): Side {
  return {
    name: nameOrAddress(profile),
    to: profilePath(profile.address, viewer),
    seed: profile.address,
    image: profile.profileImageUrl,
    square: false,
    removed: profile.suspended === true,
  };
}

/** Who signed in an organization's name. */
export function SignedBy({ endorsement }: { endorsement: Endorsement }) {
  const viewer = useViewerAddress();
  return (
    <>
      <span className="text-muted">Signed by</span>{" "}
      <SideLink side={signerSide(endorsement, viewer)} />
    </>
  );
}

/** Says on a card that the person who signed for the organization is now suspended. Nothing for any other card. */
export function RemovedSigner({ endorsement }: { endorsement: Endorsement }) {
  const { organization, column_sender } = endorsement;
  if (organization === undefined || column_sender.suspended !== true) return null;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm">
      <SignedBy endorsement={endorsement} />
    </p>
  );
}

/** A name in a sentence, and whether it is an organization or removed. */
export function InlineName({ side: { name, square, removed } }: { side: Side }) {
  return (
    <>
      <Name>{name}</Name>
      {square ? (
        <>
          {" "}
          <OrganizationLabel />
        </>
      ) : null}
      {removed ? (
        <>
          {" "}
          <RemovedLabel />
        </>
      ) : null}
    </>
  );
}

/** In whose name an endorsement was sent. Shown wherever somebody decides on it. */
export function SenderName({ endorsement }: { endorsement: Endorsement }) {
  return <InlineName side={senderSide(endorsement)} />;
}

/** The person who signed an endorsement. */
export function SignerName({ endorsement }: { endorsement: Endorsement }) {
  return <InlineName side={signerSide(endorsement)} />;
}

/** A side's name inside a link of the group `side`, and whether it is an organization or removed. */
export function SideName({ side }: { side: Side }) {
  return (
    <>
      <bdi className="max-w-full truncate underline decoration-transparent underline-offset-4 transition-colors group-hover/side:decoration-seal">
        <RevealedText>{side.name}</RevealedText>
      </bdi>
      {side.square ? <OrganizationLabel /> : null}
      {side.removed ? <RemovedLabel /> : null}
    </>
  );
}

/** A name as a link to its page. It lies above the link of the whole card. */
export function SideLink({ side, className }: { side: Side; className?: string }) {
  return (
    <Link
      to={side.to}
      className={classNames(
        "reach group/side z-10 inline-flex min-h-7 min-w-0 flex-wrap items-center gap-x-1.5 font-semibold",
        className,
      )}
    >
      <SideName side={side} />
    </Link>
  );
}
