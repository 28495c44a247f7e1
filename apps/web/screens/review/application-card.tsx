import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { displayName, nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { WebsiteLink } from "../../features/organization/website.tsx";
import { nameRecordQuery, splitName } from "../../features/wallet/bns-name.ts";
import { TransactionState } from "../../features/wallet/transaction-state.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Address, Name, OrganizationLabel } from "../../ui/name.tsx";
import { NameReading } from "../../ui/name-reading.tsx";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ApplicationStamp } from "../../ui/stamp.tsx";
import { Time } from "../../ui/time.tsx";
import { DecideApplication, headingOf } from "./decide-application.tsx";
import { ReviewedImage } from "./reviewed-image.tsx";

interface ApplicationCardProps {
  application: ApplicationRecord;
  /** Runs once it was declined and has left the list. */
  onDeclined: () => void;
}

/** An application in full, as a watcher reads it, and the decision on it. */
export function ApplicationCard({ application, onDeclined }: ApplicationCardProps) {
  const { id, bnsName, imageUrl, status, submittedAt, website, description, statement } =
    application;
  return (
    <Card as="article" aria-labelledby={headingOf(application)} className="overflow-hidden">
      <div className="flex flex-col gap-5 p-5 sm:flex-row sm:items-start sm:p-6">
        <ReviewedImage seed={`application ${id}`} image={imageUrl} />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
            <div className="flex min-w-0 flex-wrap items-center gap-x-3">
              <h2
                id={headingOf(application)}
                tabIndex={-1}
                className="text-2xl leading-8 outline-none"
              >
                <bdi className="wrap-anywhere">
                  <RevealedText>{bnsName}</RevealedText>
                </bdi>
              </h2>
              <OrganizationLabel />
            </div>
            <ApplicationStamp status={status} />
          </div>
          <NameReading name={bnsName} />
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
          <dd dir="auto" className="measure mt-1.5 whitespace-pre-wrap break-words">
            <RevealedText>{description}</RevealedText>
          </dd>
        </div>
        <div>
          <dt className="caps text-muted">Statement to the watchers</dt>
          <dd className="measure mt-1.5 whitespace-pre-wrap break-words">
            {statement === "" ? (
              <span className="text-muted">None</span>
            ) : (
              <span dir="auto" className="voice">
                <RevealedText>{statement}</RevealedText>
              </span>
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
          <dt className="caps text-muted">To be invited</dt>
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
        <Outcome application={application} onDeclined={onDeclined} />
      </div>
    </Card>
  );
}

/** Whether BNS confirms the name that the applicant claims. It need not be their primary one. */
function NameCheck({ address, bnsName }: { address: string; bnsName: string }) {
  const claimed = splitName(bnsName);
  const { data, isError } = useQuery({
    ...nameRecordQuery(claimed ?? { name: "", namespace: "" }),
    enabled: claimed !== null,
  });
  const record = claimed === null ? null : data;
  if (record === undefined) {
    return (
      <p className="min-h-6 text-sm text-muted">
        {isError ? "BNS did not say whose name it is." : "Asking BNS whose name it is…"}
      </p>
    );
  }
  return record?.owner === address ? (
    <p className="flex min-h-6 items-center gap-1.5 text-sm text-approved">
      <BadgeCheck className="size-4 shrink-0" />
      BNS confirms that this is the applicant's name.
    </p>
  ) : (
    <p className="flex min-h-6 items-center gap-1.5 text-sm font-medium text-seal">
      <TriangleAlert className="size-4 shrink-0" />
      {record === null ? "BNS knows no such name." : "BNS says that this is somebody else's name."}
    </p>
  );
}

/** Somebody the application names. Leads to their profile if there is one. */
function PersonLink({ person }: { person: ProfileBrief }) {
  const name = displayName(person);
  return name === "" ? (
    <span className="inline-flex min-h-12 items-center gap-3">
      <Avatar profile={person} size={32} />
      <span title={person.address}>
        <span className="font-mono text-sm">{shortenPrincipal(person.address)}</span>{" "}
        <span className="text-sm text-muted">has no profile</span>
      </span>
    </span>
  ) : (
    <Link
      to={`/profile/${person.address}`}
      className="inline-flex min-h-12 items-center gap-3 font-semibold decoration-seal underline-offset-4 hover:underline"
    >
      <Avatar profile={person} size={32} />
      <Name>{name}</Name>
    </Link>
  );
}

/** Below an application: the buttons that decide on it, or who decided what and when. */
function Outcome({ application, onDeclined }: ApplicationCardProps) {
  const { status, reason, txId, organizationId } = application;
  switch (status) {
    case "waiting":
      return <DecideApplication application={application} onDeclined={onDeclined} />;
    case "admitting":
      return (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <Decided application={application} verb="Admitted" />
          {txId === null ? null : <TransactionState txId={txId} />}
        </div>
      );
    case "accepted":
      return (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Decided application={application} verb="Admitted" />
          {organizationId === null ? null : (
            <LinkButton to={`/org/${organizationId}`} tone="secondary">
              Open its page<bdi className="sr-only">: {application.bnsName}</bdi>
            </LinkButton>
          )}
        </div>
      );
    case "declined":
      return (
        <div className="flex flex-col gap-2">
          <Decided application={application} verb="Declined" />
          <blockquote
            dir="auto"
            className="voice measure border-l-2 border-seal pl-4 whitespace-pre-wrap break-words"
          >
            {reason}
          </blockquote>
        </div>
      );
  }
}

function Decided({
  application: { columnDecider, decidedAt },
  verb,
}: {
  application: ApplicationRecord;
  verb: string;
}) {
  return (
    <p className="text-muted">
      {verb}
      {columnDecider === null ? null : (
        <>
          {" by "}
          <bdi title={columnDecider.address} className="font-semibold text-ink">
            {nameOrAddress(columnDecider)}
          </bdi>
        </>
      )}
      {decidedAt === null ? null : (
        <>
          , <Time date={decidedAt} />
        </>
      )}
    </p>
  );
}

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
