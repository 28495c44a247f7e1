import { messages } from "@colonnade/domain/messages.ts";
import type { ComponentProps, ReactNode } from "react";
import { explain } from "../../api/error.ts";
import { useConnecting } from "../../layout/wallet-actions.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";

/** A page with nothing to show: it says why, and offers one action. */
export function EmptyPage(props: Omit<ComponentProps<typeof EmptyState>, "heading">) {
  return (
    <div className="page py-8">
      <EmptyState heading="h1" {...props} />
    </div>
  );
}

/** What a page needs a wallet for, and the button that connects one. */
export function ConnectGate({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <EmptyPage title={title} action={<ConnectButton />}>
      {children}
    </EmptyPage>
  );
}

export function ConnectButton() {
  const { connect, connecting } = useConnecting();
  return (
    <Button onClick={connect} busy={connecting}>
      {messages.connectWallet}
    </Button>
  );
}

/** Leads to a profile: a new one or, for the signed-out, also one that their wallet may have already. */
export function ProfileButtons({ signedOut }: { signedOut: boolean }) {
  if (!signedOut) return <LinkButton to="/create-profile">{messages.createProfile}</LinkButton>;
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <ConnectButton />
      <LinkButton to="/create-profile" tone="secondary">
        {messages.createProfile}
      </LinkButton>
    </div>
  );
}

/** To somebody whom a watcher suspended. By itself it leads to their profile, where they see what they may still do. */
export const SuspendedPage = ({
  action = <LinkButton to="/profile">See what you can still do</LinkButton>,
}: {
  action?: ReactNode;
}) => (
  <EmptyPage title="Watchers removed your profile" action={action}>
    You can send nothing until a watcher ends your suspension. What others have approved of yours
    stays with them, and what you earned stays yours.
  </EmptyPage>
);

/** Titles the window while a page still waits for what it is about. */
export function Titled({ title, children }: { title: string; children: ReactNode }) {
  usePageMeta({ title });
  return children;
}

/** The part of a TanStack query that is needed to show its failure. */
export interface FailedQuery {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A query that failed: what could not be loaded, why, and a way to try again. */
export function QueryError({
  title,
  query,
  heading = "h2",
}: {
  title: string;
  query: FailedQuery;
  /** `h1` if it replaces the whole page. */
  heading?: "h1" | "h2";
}) {
  return (
    <ErrorState
      heading={heading}
      title={title}
      detail={explain(query.error)}
      onRetry={() => query.refetch()}
      retrying={query.isFetching}
    />
  );
}
