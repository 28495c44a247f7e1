import { messages } from "@colonnade/domain/messages.ts";
import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { ownApplications } from "../../features/organization/application-query.ts";
import {
  dropUnsentApplication,
  isUnwritten,
  keepUnsentApplication,
  nothingApplied,
  readUnsentApplication,
  type UnsentApplication,
} from "../../features/organization/unsent-application.ts";
import { serverSessionQuery } from "../../features/wallet/server-session.ts";
import { useSession } from "../../features/wallet/session-store.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { ConnectGate } from "../connect-gate.tsx";
import { AdminStep } from "./admin-step.tsx";
import { ApplicationForm } from "./application-form.tsx";
import { OwnApplications } from "./own-applications.tsx";
import { Submitted } from "./submitted.tsx";

/** Applies for an organization: who will be its admin, then what it is. */
export function CreateOrganization() {
  usePageMeta(
    "Create Organization",
    "Apply for an organization whose members endorse in its name.",
  );
  const address = useSession((session) => session.senderAddress);
  if (address === null) {
    return (
      <ConnectGate title={messages.applyForOrganization}>
        {messages.connectToContinue}. Whoever applies becomes the organization's admin.
      </ConnectGate>
    );
  }
  return <Opening key={address} address={address} />;
}

/** Waits for what was applied for before, which stands above the form and would push it away later. */
function Opening({ address }: { address: string }) {
  const session = useQuery(serverSessionQuery(address));
  const own = useInfiniteQuery({
    ...ownApplications(address),
    enabled: session.data === true,
  });
  const [isOpen, setOpen] = useState(false);
  const looking = session.isPending || (session.data === true && own.isPending);
  if (!isOpen && !looking) setOpen(true);
  return isOpen ? (
    <Desk address={address} />
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
        An organization endorses in its own name, by the people who represent it. A watcher reads
        every application; applying costs nothing.
      </p>
      {children}
    </div>
  );
}

function Desk({ address }: { address: string }) {
  const [unsent, setUnsent] = useState<UnsentApplication>(
    () => readUnsentApplication(address) ?? nothingApplied,
  );
  const [submitted, setSubmitted] = useState(false);
  const write = useCallback(
    (part: Partial<UnsentApplication>) => setUnsent((before) => ({ ...before, ...part })),
    [],
  );
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
    if (unsent === nothingApplied) dropUnsentApplication(address);
    else keepUnsentApplication(address, unsent);
  }, [address, unsent]);

  if (submitted) return <Submitted address={address} />;
  return (
    <Page>
      <OwnApplications
        address={address}
        {...(isUnwritten(unsent.words) ? { onReuse: reuse } : {})}
      />
      {unsent.bnsName === null ? (
        <AdminStep
          address={address}
          principal={unsent.principal}
          isArrival={moves > 0}
          onPrincipal={(principal) => write({ principal })}
          onConfirm={(bnsName) => move({ bnsName })}
        />
      ) : (
        <ApplicationForm
          key={moves}
          address={address}
          bnsName={unsent.bnsName}
          start={unsent.words}
          isArrival={moves > 0}
          onWritten={write}
          onChangeAdmin={() => move({ bnsName: null })}
          onSubmitted={() => {
            setUnsent(nothingApplied);
            setSubmitted(true);
          }}
        />
      )}
    </Page>
  );
}
