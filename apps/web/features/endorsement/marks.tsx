import { type CategoryName, categories, unknownCategory } from "@colonnade/domain/category.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Link } from "react-router";
import { Portrait } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { Party } from "./party.ts";

/** An endorsement's category in the ink of its preset. N/A is not displayed. */
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
    <span className="block whitespace-nowrap font-mono text-xs text-muted">
      № {String(id).padStart(4, "0")}
    </span>
  );
}

/** Two overlapping portraits and both names, each leading to its profile. */
export function Parties({ sender, receiver }: { sender: Party; receiver: Party }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="flex shrink-0">
        <Portrait {...sender} size={32} />
        <Portrait {...receiver} size={32} className="-ml-2 ring-2 ring-sheet" />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-2 text-[0.9375rem]">
        <PartyLink party={sender} />
        <span className="text-muted">{messages.to}</span>
        <PartyLink party={receiver} />
      </span>
    </span>
  );
}

/** A name that leads to its profile; above the card's own link. */
export function PartyLink({ party, className }: { party: Party; className?: string }) {
  return (
    <Link
      to={party.to}
      className={classNames(
        "reach z-10 inline-flex min-h-7 min-w-0 items-center font-semibold underline decoration-transparent underline-offset-4 transition-colors hover:decoration-seal",
        className,
      )}
    >
      <span className="truncate">{party.name}</span>
      {party.square ? <span className="sr-only"> (organization)</span> : null}
    </Link>
  );
}
