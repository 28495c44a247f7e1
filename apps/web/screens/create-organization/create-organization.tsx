import { messages } from "@colonnade/domain/messages.ts";
import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ownApplications } from "../../features/organization/query.ts";
import { serverSessionQuery } from "../../features/wallet/server-session.ts";
import { useSession } from "../../features/wallet/session-store.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { SealMark } from "../../ui/stamp.tsx";
import { ConnectGate } from "../shared/page-states.tsx";
import { GoBack, useHeadingFocus } from "../shared/sent-panel.tsx";
import { AdminStep } from "./admin-step.tsx";
import {
  ApplicationForm,
  isUnwritten,
  nothingApplied,
  type UnsentApplication,
  unsentApplication,
} from "./application-form.tsx";
import { OwnApplications } from "./own-applications.tsx";

/** Applies for an organization: first who will be its admin, then what it is. */
export function CreateOrganization() {
  usePageMeta(pages["/create-org"]);
  const address = useSession((session) => session.senderAddress);
  if (address === null) {
    return (
      <ConnectGate title={messages.applyForOrganization}>
        {messages.connectToContinue}. Whoever applies becomes the organization's admin.
      </ConnectGate>
    );
  }
  return <Apply key={address} address={address} />;
}

/** Waits for earlier applications first: they appear above the form, and would push it down later. */
function Apply({ address }: { address: string }) {
  const session = useQuery(serverSessionQuery(address));
  const own = useInfiniteQuery({
    ...ownApplications(address),
    enabled: session.data === true,
  });
  const [isReady, setReady] = useState(false);
  const isLoading = session.isPending || (session.data === true && own.isPending);
  if (!isReady && !isLoading) setReady(true);
  return isReady ? (
    <Steps address={address} />
  ) : (
    <Page>
      <div className="flex min-h-72 items-center justify-center">
        <Spinner>Looking for your applications</Spinner>
      </div>
    </Page>
  );
}

function Page({ children }: { children: ReactNode }) {
  return (
    <div className="page py-8 sm:py-12">
      <h1 className="text-3xl">{messages.applyForOrganization}</h1>
      <p className="measure mt-2 text-muted">
        An organization endorses in its own name, through the people who represent it. A watcher
        reads every application; applying costs nothing.
      </p>
      {children}
    </div>
  );
}

function Steps({ address }: { address: string }) {
  const [unsent, setUnsent] = useState<UnsentApplication>(
    () => unsentApplication(address).read() ?? nothingApplied,
  );
  const [submitted, setSubmitted] = useState(false);
  const write = useCallback(
    (part: Partial<UnsentApplication>) => setUnsent((before) => ({ ...before, ...part })),
    [],
  );
  /** How often the step changed: the heading of a new step takes the focus. */
  const [moves, setMoves] = useState(0);
  const move = (part: Partial<UnsentApplication>) => {
    write(part);
    setMoves(moves + 1);
  };
  const reuse = (application: ApplicationRecord) =>
    move({
      principal: address,
      bnsName: application.bnsName,
      words: {
        image: application.imageUrl,
        website: application.website,
        admins: application.columnAdmins,
        description: application.description,
        statement: application.statement,
      },
    });
  useEffect(() => {
    if (unsent === nothingApplied) unsentApplication(address).remove();
    else unsentApplication(address).write(unsent);
  }, [address, unsent]);

  if (submitted) return <Submitted address={address} />;
  return (
    <Page>
      <OwnApplications address={address} onReuse={isUnwritten(unsent.words) ? reuse : undefined} />
      {unsent.bnsName === null ? (
        <AdminStep
          heading={
            <StepHeading step={1} takesFocus={moves > 0}>
              Its admin
            </StepHeading>
          }
          address={address}
          principal={unsent.principal}
          onPrincipal={(principal) => write({ principal })}
          onConfirm={(bnsName) => move({ bnsName })}
        />
      ) : (
        <ApplicationForm
          key={moves}
          heading={
            <StepHeading step={2} takesFocus={moves > 0}>
              The organization
            </StepHeading>
          }
          address={address}
          bnsName={unsent.bnsName}
          start={unsent.words}
          onWritten={write}
          onChangeAdmin={() => move({ bnsName: null })}
          onSubmitted={() => {
            // Here, too: the applicant may have left the page while the wallet was open.
            unsentApplication(address).remove();
            setUnsent(nothingApplied);
            setSubmitted(true);
          }}
        />
      )}
    </Page>
  );
}

function StepHeading({
  step,
  takesFocus,
  children,
}: {
  step: 1 | 2;
  /** Whether another step stood here before. */
  takesFocus: boolean;
  children: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <h2
      ref={heading}
      tabIndex={-1}
      className="flex scroll-mt-24 items-baseline gap-3 text-xl outline-none"
    >
      <span className="font-mono text-sm font-normal text-muted">
        <span className="sr-only">Step </span>
        {step}/2
      </span>
      {children}
    </h2>
  );
}

/** The application has arrived. Its status stands below. */
function Submitted({ address }: { address: string }) {
  const heading = useHeadingFocus();
  return (
    <div className="page py-12 sm:py-20">
      <section className="flex flex-col items-center gap-5 text-center">
        <SealMark className="size-28 animate-stamp text-approved" />
        <h1 ref={heading} tabIndex={-1} className="max-w-xl text-3xl outline-none">
          {messages.applicationSubmitted}
        </h1>
        <p className="measure text-muted">
          A watcher reads it next. Once they admit it and the network confirms, the organization has
          a page of its own.
        </p>
        <GoBack home="/home" />
      </section>
      <div className="mx-auto mt-6 max-w-3xl">
        <OwnApplications address={address} />
      </div>
    </div>
  );
}
