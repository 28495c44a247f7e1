import { withoutBidiOverrides } from "@colonnade/domain/hidden-text.ts";
import type { ReactNode } from "react";
import { truncateName } from "../../ui/name.tsx";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { Rosette, rosettePaper } from "../../ui/rosette.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const sheet = "flex h-full flex-col overflow-hidden rounded-paper border border-rule bg-sheet";

/** A calling card: a strip of the rosette, a portrait across its edge, a name and a few words. */
export function DirectoryCard({
  seed,
  portrait,
  name,
  label = null,
  facts,
  words,
  actions,
}: {
  seed: string;
  portrait: ReactNode;
  name: string;
  /** Stands below the name. */
  label?: ReactNode;
  facts: string;
  words: string;
  actions: ReactNode;
}) {
  return (
    <article aria-label={name} className={sheet}>
      <div
        aria-hidden="true"
        className="plate-strip relative h-20 overflow-hidden"
        style={{ backgroundColor: rosettePaper(seed) }}
      >
        <Rosette
          seed={seed}
          paper={false}
          className="absolute top-1/2 right-[-4rem] size-64 -translate-y-1/2 opacity-60"
        />
      </div>
      <div className="flex grow flex-col gap-2 px-5 pb-5">
        <span className="-mt-9">{portrait}</span>
        <h3 title={name} className="text-xl leading-6 break-words">
          <bdi className="sm:hidden">
            <RevealedText>{truncateName(name, 10)}</RevealedText>
          </bdi>
          <bdi className="hidden sm:inline">
            <RevealedText>{truncateName(name, 35)}</RevealedText>
          </bdi>
        </h3>
        {label}
        <p className="font-mono text-xs text-muted">{facts}</p>
        <p dir="auto" className="line-clamp-3 text-[0.9375rem] leading-6 text-muted">
          {withoutBidiOverrides(words)}
        </p>
        <div className="mt-auto flex flex-wrap gap-2 pt-3 [&>*]:grow">{actions}</div>
      </div>
    </article>
  );
}

export function DirectoryCardSkeleton() {
  return (
    <div aria-hidden="true" className={sheet}>
      <Skeleton shape="flat" className="h-20" />
      <div className="flex flex-col gap-3 px-5 pb-5">
        <Skeleton shape="round" className="-mt-9 size-[72px]" />
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="mt-2 h-11 w-full" />
      </div>
    </div>
  );
}
