import { categoryOf } from "@colonnade/domain/category.ts";
import type { Profile } from "@colonnade/domain/full-profile.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { CategoryLabel } from "../../features/endorsement/marks.tsx";
import { Picture } from "../../features/endorsement/picture.tsx";
import type { Unsent } from "../../features/endorsement/unsent.ts";
import { Portrait } from "../../ui/avatar.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { FINENESS, threadPath } from "../../ui/guilloche.ts";
import { Perforation } from "../../ui/perforation.tsx";
import { Stamp } from "../../ui/stamp.tsx";

const EDGE = 1024 * FINENESS;
const threads = [
  { inner: 640, outer: 860, swings: 197, petals: 16, swell: 24, curl: 13 },
  { inner: 430, outer: 600, swings: 149, petals: 16, swell: 18, curl: 11 },
].map(threadPath);

/** A plate before the ink. */
function BlankPlate() {
  return (
    <div className="flex aspect-square items-center justify-center bg-sunk text-line">
      <svg
        aria-hidden="true"
        viewBox={`${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={2 * FINENESS}
        className="size-full opacity-55"
      >
        {threads.map((thread) => (
          <path key={thread} d={thread} />
        ))}
        <circle r={400 * FINENESS} strokeDasharray={24 * FINENESS} />
      </svg>
    </div>
  );
}

/** The endorsement as it will stand in the recipient's gallery, while it is written. */
export function Preview({ sender, words }: { sender: Profile; words: Unsent }) {
  const { image, recipient, organization, title, description } = words;
  return (
    <Card as="div" className="overflow-hidden">
      {image === null ? (
        <BlankPlate />
      ) : (
        <Picture address={image} seed={sender.address} className="aspect-square w-full" />
      )}
      <div className="relative flex flex-col gap-3 border-t border-rule p-5">
        <Perforation className="top-0" />
        {image === null ? null : <CategoryLabel name={categoryOf(image).name} />}
        <p
          className={classNames(
            "font-heading text-xl leading-6 font-semibold break-words",
            title === "" && "text-muted",
          )}
        >
          {title === "" ? "A title" : title}
        </p>
        <p
          className={classNames(
            "voice line-clamp-8 whitespace-pre-wrap break-words",
            description === "" && "text-muted",
          )}
        >
          {description === "" ? "Your words." : description}
        </p>
        <p className="flex min-w-0 flex-wrap items-center gap-2 text-sm">
          {organization === null ? (
            <Portrait seed={sender.address} image={sender.profileImageUrl} size={28} />
          ) : (
            <Portrait
              seed={`organization ${organization.id}`}
              image={organization.logoUrl}
              size={28}
              square
            />
          )}
          <span className="font-semibold">{organization?.name ?? displayName(sender)}</span>
          <span className="text-muted">to</span>
          <span className={recipient === null ? "text-muted" : "font-semibold"}>
            {recipient === null ? "somebody" : displayName(recipient)}
          </span>
        </p>
        <div className="mt-1">
          <Stamp approved={false} />
        </div>
      </div>
    </Card>
  );
}
