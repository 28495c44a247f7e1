import { messages } from "@colonnade/domain/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useIsWatcher } from "../../features/organization/watcher.ts";
import { serverSessionQuery } from "../../features/wallet/server-session.ts";
import { useSession } from "../../features/wallet/session-store.ts";
import { useSigningIn } from "../../layout/use-signing-in.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { RaisedStamp } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { ConnectGate } from "../connect-gate.tsx";
import { Desk } from "./desk.tsx";
import { ApplicationsLoading, Queue } from "./queue.tsx";

const TITLE = "Review applications";

/** The watchers' desk: who wants to be an organization, and what was decided. */
export function Review() {
  usePageMeta(TITLE, "Where watchers decide who becomes an organization.");
  const address = useSession((session) => session.senderAddress);
  if (address === null) {
    return (
      <ConnectGate title={TITLE}>
        {messages.connectToContinue}. Watchers read here who wants to be an organization.
      </ConnectGate>
    );
  }
  return <ForWatchers key={address} address={address} />;
}

function ForWatchers({ address }: { address: string }) {
  const { isWatcher, isKnown, failed, isFetching, refetch } = useIsWatcher(address);
  const session = useQuery({ ...serverSessionQuery(address), enabled: isWatcher });
  if (failed || session.isError) {
    return (
      <div className="page py-8">
        <ErrorState
          heading="h1"
          title={messages.somethingWrong}
          onRetry={() => (failed ? refetch() : session.refetch())}
          retrying={isFetching || session.isFetching}
        />
      </div>
    );
  }
  if (isKnown && !isWatcher) {
    return (
      <div className="page py-8">
        <EmptyState
          heading="h1"
          title="Only watchers review applications"
          action={<LinkButton to="/create-org">Apply for an organization</LinkButton>}
        >
          The address you are connected with is not a watcher's.
        </EmptyState>
      </div>
    );
  }
  if (session.data === undefined) {
    return (
      <Desk title={TITLE}>
        <ApplicationsLoading />
      </Desk>
    );
  }
  return session.data ? (
    <Desk title={TITLE}>
      <Queue watcher={address} />
    </Desk>
  ) : (
    <SignIn />
  );
}

function SignIn() {
  const { signIn, signingIn } = useSigningIn();
  return (
    <div className="page py-8">
      <EmptyState
        heading="h1"
        title={TITLE}
        drawing={<RaisedStamp />}
        action={
          <Button onClick={signIn} busy={signingIn}>
            Sign in
          </Button>
        }
      >
        What people apply with is for watchers only. Your wallet asks you to sign for it, which
        costs nothing.
      </EmptyState>
    </div>
  );
}
