import { messages } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { applicationQueue, useIsWatcher } from "../../features/organization/query.ts";
import { serverSessionQuery } from "../../features/wallet/server-session.ts";
import { useSession } from "../../features/wallet/session-store.ts";
import { useSigningIn } from "../../layout/wallet-actions.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState, RaisedStamp } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { ConnectGate, EmptyPage, QueryError } from "../shared/page-states.tsx";
import { ShowMore } from "../shared/show-more.tsx";
import { ApplicationCard, ApplicationCardSkeleton } from "./application-card.tsx";
import { headingOf } from "./decide-application.tsx";
import { Reports } from "./reports.tsx";
import { SuspendByAddress } from "./suspension.tsx";

const TITLE = "Review";

/** Where watchers decide on applications for organizations and on reports. */
export function Review() {
  usePageMeta(pages["/review"]);
  const address = useSession((session) => session.senderAddress);
  if (address === null) {
    return (
      <ConnectGate title={TITLE}>
        {messages.connectToContinue}. Watchers decide here on applications and reports.
      </ConnectGate>
    );
  }
  return <ForWatchers key={address} address={address} />;
}

function ForWatchers({ address }: { address: string }) {
  const watcher = useIsWatcher(address);
  const session = useQuery({ ...serverSessionQuery(address), enabled: watcher.data === true });
  if (watcher.isLoadingError || session.isError) {
    const failed = watcher.isLoadingError ? watcher : session;
    return (
      <div className="page py-8">
        <ErrorState
          heading="h1"
          title={messages.somethingWrong}
          onRetry={() => failed.refetch()}
          retrying={failed.isFetching}
        />
      </div>
    );
  }
  if (watcher.data === false) {
    return (
      <EmptyPage
        title="Only watchers review"
        action={<LinkButton to="/create-org">Apply for an organization</LinkButton>}
      >
        The address you are connected with is not a watcher's.
      </EmptyPage>
    );
  }
  if (session.data === false) return <SignIn />;
  return <Lists watcher={address} isLoading={session.data === undefined} />;
}

function SignIn() {
  const { signIn, signingIn } = useSigningIn();
  return (
    <EmptyPage
      title={TITLE}
      drawing={<RaisedStamp />}
      action={
        <Button onClick={signIn} busy={signingIn}>
          Sign in
        </Button>
      }
    >
      Applications and reports are for watchers only. Your wallet asks you to sign in, which costs
      nothing.
    </EmptyPage>
  );
}

/** The id of the page's heading, which takes the focus when the last application is gone. */
const HEADING = "review";

/** The lists by the parameter `list` of the page's address. Without one, the applications to decide on. */
const lists = [
  { list: null, name: "To decide" },
  { list: "decided", name: "Decided" },
  { list: "reports", name: "Reports" },
  { list: "decided-reports", name: "Decided reports" },
] as const;

function Lists({ watcher, isLoading }: { watcher: string; isLoading: boolean }) {
  const [params] = useSearchParams();
  const asked = params.get("list");
  const current = lists.some(({ list }) => list === asked) ? asked : null;
  return (
    <div className="page max-w-5xl py-8 sm:py-12">
      <h1 id={HEADING} tabIndex={-1} className="text-3xl outline-none">
        {TITLE}
      </h1>
      <nav aria-label="Lists" className="mt-5 mb-6 flex flex-wrap gap-x-1 border-b border-rule">
        {lists.map(({ list, name }) => (
          <ListLink
            key={name}
            to={list === null ? "/review" : `/review?list=${list}`}
            current={list === current}
          >
            {name}
          </ListLink>
        ))}
      </nav>
      {isLoading ? (
        <ApplicationsLoading />
      ) : (
        <List key={current} list={current} watcher={watcher} />
      )}
    </div>
  );
}

function List({ list, watcher }: { list: string | null; watcher: string }) {
  if (list === null || list === "decided") {
    return <Applications watcher={watcher} decided={list !== null} />;
  }
  return (
    <>
      <Reports watcher={watcher} decided={list === "decided-reports"} />
      {list === "reports" ? <SuspendByAddress /> : null}
    </>
  );
}

function ListLink({ to, current, children }: { to: string; current: boolean; children: string }) {
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className={classNames(
        "-mb-px inline-flex min-h-11 items-center border-b-2 px-4 transition-colors",
        current
          ? "border-sealmark font-semibold text-ink"
          : "border-transparent text-muted hover:text-ink",
      )}
    >
      {children}
    </Link>
  );
}

function ApplicationsLoading() {
  return (
    <div role="status">
      <span className="sr-only">Loading the applications</span>
      <ApplicationCardSkeleton />
    </div>
  );
}

function Applications({ watcher, decided }: { watcher: string; decided: boolean }) {
  const list = useInfiniteQuery(applicationQueue(watcher, decided));
  const applications = list.data?.pages.flatMap(({ items }) => items);
  if (applications === undefined) {
    return list.error === null ? (
      <ApplicationsLoading />
    ) : (
      <Card as="div">
        <QueryError title="The applications could not be loaded" query={list} />
      </Card>
    );
  }
  if (applications.length === 0) {
    return (
      <Card as="div">
        <EmptyState
          title={decided ? "Nothing decided yet" : "Nothing to decide"}
          drawing={<RaisedStamp />}
        >
          {decided
            ? "What watchers admit and decline is kept here."
            : "New applications appear here by themselves."}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-6">
        {applications.map((application, index) => (
          <li key={application.id}>
            <ApplicationCard
              application={application}
              onDeclined={() => {
                const next = applications[index + 1] ?? applications[index - 1];
                document.getElementById(next === undefined ? HEADING : headingOf(next))?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      <ShowMore list={list} failure="Earlier applications could not be loaded." className="mt-6">
        Show earlier applications
      </ShowMore>
    </>
  );
}
