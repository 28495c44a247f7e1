import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { useRef } from "react";
import { ApplicationStamp } from "../../features/organization/application-stamp.tsx";
import { WebsiteLink } from "../../features/organization/website-link.tsx";
import { Address } from "../../ui/address.tsx";
import { Portrait } from "../../ui/avatar.tsx";
import { Card } from "../../ui/card.tsx";
import { Name } from "../../ui/name.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { NameCheck } from "./name-check.tsx";
import { Outcome } from "./outcome.tsx";
import { PersonLink } from "./person-link.tsx";

/** The id of a card's heading, where the keyboard goes on after a decision. */
export const headingOf = ({ id }: ApplicationRecord) => `application-${id}`;

/** An application whole, as a watcher reads it, and what can be done about it. */
export function ApplicationCard({
  watcher,
  application,
  onGone,
}: {
  /** Who decides. */
  watcher: string;
  application: ApplicationRecord;
  /** It was declined, and leaves this list. */
  onGone: () => void;
}) {
  const { id, bnsName, imageUrl, status, submittedAt, website, description, statement } =
    application;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Card as="article" aria-labelledby={headingOf(application)} className="overflow-hidden">
      <div className="flex flex-col gap-5 p-5 sm:flex-row sm:items-start sm:p-6">
        <Portrait seed={`application ${id}`} image={imageUrl} size={112} square />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
            <h2
              id={headingOf(application)}
              ref={heading}
              tabIndex={-1}
              className="text-2xl leading-8 outline-none"
            >
              <Name>{bnsName}</Name>
            </h2>
            <ApplicationStamp status={status} />
          </div>
          <NameCheck address={application.address} bnsName={bnsName} />
          <div className="flex flex-wrap items-center gap-x-6">
            <WebsiteLink address={website} />
            <Address principal={application.address} />
            <span className="inline-flex min-h-11 items-center text-sm text-muted">
              <span>
                Sent <Time date={submittedAt} />
              </span>
            </span>
          </div>
        </div>
      </div>
      <dl className="grid gap-x-10 gap-y-5 border-t border-rule p-5 sm:p-6 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr]">
        <div className="lg:row-span-3">
          <dt className="caps text-muted">Description</dt>
          <dd className="measure mt-1.5 whitespace-pre-wrap break-words">{description}</dd>
        </div>
        <div>
          <dt className="caps text-muted">Statement to the watchers</dt>
          <dd className="measure mt-1.5 whitespace-pre-wrap break-words">
            {statement === "" ? (
              <span className="text-muted">None</span>
            ) : (
              <span className="voice">{statement}</span>
            )}
          </dd>
        </div>
        <div>
          <dt className="caps text-muted">Admin</dt>
          <dd className="mt-1">
            <PersonLink person={application.columnApplicant} />
          </dd>
        </div>
        <div>
          <dt className="caps text-muted">Representatives</dt>
          <dd className="mt-1">
            <ul className="flex flex-wrap gap-x-6">
              {application.columnAdmins.map((person) => (
                <li key={person.address}>
                  <PersonLink person={person} />
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
      <div className="border-t border-rule bg-paper p-5 sm:px-6">
        <Outcome
          watcher={watcher}
          application={application}
          onAdmitted={() => heading.current?.focus({ preventScroll: true })}
          onGone={onGone}
        />
      </div>
    </Card>
  );
}

/** The same card before anything is known. */
export function ApplicationCardSkeleton() {
  return (
    <Card as="div">
      <div aria-hidden="true" className="flex flex-col gap-5 p-5 sm:flex-row sm:p-6">
        <Skeleton className="size-28" />
        <div className="flex grow flex-col gap-3">
          <Skeleton className="h-7 w-56 max-w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
          <Skeleton className="h-4 w-40" />
        </div>
      </div>
      <div
        aria-hidden="true"
        className="grid gap-x-10 gap-y-5 border-t border-rule p-5 sm:p-6 lg:grid-cols-2"
      >
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    </Card>
  );
}
