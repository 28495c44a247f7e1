import { categoryOf, unknownCategory } from "@colonnade/domain/category.ts";
import { normalizeImage } from "@colonnade/domain/image.ts";
import { displayName, nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import type { ReportRecord, ReportSubject } from "@colonnade/domain/report.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { reportPages } from "../../features/moderation/query.ts";
import { TransactionState } from "../../features/wallet/transaction-state.tsx";
import { Avatar, Portrait } from "../../ui/avatar.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState, RaisedStamp } from "../../ui/empty-state.tsx";
import { Name, RemovedLabel } from "../../ui/name.tsx";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { Time } from "../../ui/time.tsx";
import { QueryError } from "../shared/page-states.tsx";
import { ShowMore } from "../shared/show-more.tsx";
import { ApplicationCardSkeleton } from "./application-card.tsx";
import { DecideReport, Restore, Unhide } from "./decide-report.tsx";
import { ReviewedImage } from "./reviewed-image.tsx";

/** The reports that watchers have to decide on, or those that they have decided. */
export function Reports({ watcher, decided }: { watcher: string; decided: boolean }) {
  const list = useInfiniteQuery(reportPages(watcher, decided));
  const reports = list.data?.pages.flatMap(({ items }) => items);
  if (reports === undefined) {
    return list.error === null ? (
      <div role="status">
        <span className="sr-only">Loading the reports</span>
        <ApplicationCardSkeleton />
      </div>
    ) : (
      <Card as="div">
        <QueryError title="The reports could not be loaded" query={list} />
      </Card>
    );
  }
  if (reports.length === 0) {
    return (
      <Card as="div">
        <EmptyState
          title={decided ? "No reports decided yet" : "Nothing is reported"}
          drawing={<RaisedStamp />}
        >
          {decided
            ? "Who decided what, and when, is kept here."
            : "What people report appears here."}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-6">
        {reports.map((report) => (
          <li key={report.id}>
            <ReportCard report={report} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} failure="More reports could not be loaded." className="mt-6">
        Show more reports
      </ShowMore>
    </>
  );
}

const kinds: Record<ReportSubject["kind"], string> = {
  endorsement: "Endorsement",
  organization: "Organization",
  profile: "Person",
  image: "Image",
};

/** A report as a watcher reads it, with what was reported, and the decision on it. */
function ReportCard({ report }: { report: ReportRecord }) {
  const { id, subject, reported, columnResponsible, decision } = report;
  const heading = `report-${id}`;
  // A hidden image does not load, but it is still here.
  const isHidden = decision?.decision === "hide-image";
  return (
    <Card as="article" aria-labelledby={heading} className="overflow-hidden">
      <div className="flex flex-col gap-5 p-5 sm:flex-row sm:items-start sm:p-6">
        {subject.kind === "image" && !isHidden ? (
          <ReviewedImage seed={seedOf(subject)} image={reported.imageUrl} />
        ) : (
          <Portrait
            seed={seedOf(subject)}
            image={reported.imageUrl}
            size={112}
            square={subject.kind !== "profile"}
          />
        )}
        <div className="min-w-0 grow">
          <p className="caps text-muted">{kinds[subject.kind]}</p>
          <h2 id={heading} className="text-2xl leading-8 wrap-anywhere">
            <SubjectLink subject={subject}>
              <bdi>
                <RevealedText>{reported.title || kinds[subject.kind]}</RevealedText>
              </bdi>
            </SubjectLink>
          </h2>
          {reported.text === "" ? null : <Quote>{reported.text}</Quote>}
        </div>
      </div>
      <dl className="grid gap-x-10 gap-y-5 border-t border-rule p-5 sm:p-6 lg:grid-cols-2">
        <Part name={report.count === 1 ? "Reason" : `Reasons of ${report.count} people`}>
          <Reasons report={report} />
        </Part>
        <Part name={responsibleNames[subject.kind]}>
          {columnResponsible.length === 0 ? (
            <span className="text-muted">Nobody known here</span>
          ) : (
            <ul className="flex flex-wrap gap-x-6">
              {columnResponsible.map((person) => (
                <li key={person.address}>
                  <PersonLink person={person} />
                </li>
              ))}
            </ul>
          )}
        </Part>
        {reported.suggestion === undefined ? null : (
          <Part name="What its receiver suggested">
            <p className="font-semibold wrap-anywhere">
              <bdi>
                <RevealedText>{reported.suggestion.title}</RevealedText>
              </bdi>
            </p>
            <Quote>{reported.suggestion.text}</Quote>
          </Part>
        )}
        {reported.withdrawalReason === undefined ? null : (
          <Part name="Why it was withdrawn">
            <Quote>{reported.withdrawalReason}</Quote>
          </Part>
        )}
      </dl>
      <div className="flex flex-col gap-4 border-t border-rule bg-paper p-5 sm:px-6">
        <Decision report={report} />
        {report.status === "open" ? (
          <DecideReport report={report} images={imagesOf(report)} />
        ) : (
          <Undo report={report} />
        )}
      </div>
    </Card>
  );
}

/** Whom a watcher can suspend for a report, by what it is about. */
const responsibleNames: Record<ReportSubject["kind"], string> = {
  endorsement: "Whose words they are",
  organization: "Its admin",
  profile: "The person",
  image: "Who uploaded it",
};

/** The newest reasons, each with who gave it and when. */
function Reasons({ report }: { report: ReportRecord }) {
  const { count, reasons, firstReportedAt } = report;
  return (
    <>
      <ul className="flex flex-col gap-3">
        {reasons.map(({ reason, date, columnReporter }) => (
          <li key={columnReporter.address}>
            <Quote>{reason}</Quote>
            <p className="mt-1 text-sm text-muted">
              <Name>{nameOrAddress(columnReporter)}</Name>
              {columnReporter.suspended === true ? (
                <>
                  {" "}
                  <RemovedLabel />
                </>
              ) : null}
              , <Time date={date} />
            </p>
          </li>
        ))}
      </ul>
      {count === 1 ? null : (
        <p className="mt-3 text-sm text-muted">
          {count > reasons.length ? `The newest ${reasons.length} are shown. ` : ""}
          The first came <Time date={firstReportedAt} />.
        </p>
      )}
    </>
  );
}

/** What can be undone of a decided report. */
function Undo({ report }: { report: ReportRecord }) {
  const { decision, columnResponsible } = report;
  const hidden = decision?.decision === "hide-image" ? decision.image : undefined;
  return (
    <>
      {hidden === undefined ? null : <Unhide report={report} image={hidden} />}
      {columnResponsible
        .filter(({ suspended }) => suspended)
        .map((person) => (
          <Restore key={person.address} person={person} />
        ))}
    </>
  );
}

function seedOf(subject: ReportSubject): string {
  if (subject.kind === "profile") return subject.principal;
  return subject.kind === "image" ? subject.image : `${subject.kind} ${subject.id}`;
}

/** The images that can be hidden. The ten presets are the app's own. */
function imagesOf({ reported }: ReportRecord): string[] {
  const images = [reported.imageUrl, reported.suggestion?.imageUrl ?? ""].map(normalizeImage);
  return [...new Set(images)]
    .filter((image) => image !== null)
    .filter((image) => categoryOf(image) === unknownCategory);
}

/** Leads to what was reported, where it has a page. */
function SubjectLink({ subject, children }: { subject: ReportSubject; children: ReactNode }) {
  if (subject.kind === "image") return children;
  const to =
    subject.kind === "profile"
      ? `/profile/${subject.principal}`
      : subject.kind === "organization"
        ? `/org/${subject.id}`
        : `/home?endorsement=${subject.id}`;
  return (
    <Link to={to} className="underline decoration-rule underline-offset-4 hover:decoration-seal">
      {children}
    </Link>
  );
}

function Quote({ children }: { children: string }) {
  return (
    <p className="voice measure mt-1 whitespace-pre-wrap break-words" dir="auto">
      <RevealedText>{children}</RevealedText>
    </p>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="caps text-muted">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}

function PersonLink({ person }: { person: ProfileBrief }) {
  const known = displayName(person) !== "";
  const content = (
    <>
      <Avatar profile={person} size={32} />
      <Name>{nameOrAddress(person)}</Name>
      {person.suspended ? <RemovedLabel /> : null}
    </>
  );
  const classes = "inline-flex min-h-12 items-center gap-3 font-semibold";
  if (!known) return <span className={classes}>{content}</span>;
  return (
    <Link
      to={`/profile/${person.address}`}
      className={`${classes} decoration-seal underline-offset-4 hover:underline`}
    >
      {content}
    </Link>
  );
}

const decisionWords = {
  dismiss: "Dismissed",
  suspend: "Suspended",
  "hide-image": "Image hidden",
  "unhide-image": "Image shown again",
};

/** Who decided what, and when. */
function Decision({ report: { decision, status } }: { report: ReportRecord }) {
  if (decision === null || status === "open") return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <p className="text-muted">
        {decisionWords[decision.decision]} by{" "}
        <span title={decision.columnWatcher.address} className="font-semibold text-ink">
          <Name>{nameOrAddress(decision.columnWatcher)}</Name>
        </span>
        , <Time date={decision.date} />
      </p>
      {status === "suspending" && decision.txId !== undefined ? (
        <TransactionState txId={decision.txId} />
      ) : null}
    </div>
  );
}
