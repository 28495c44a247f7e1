import type { ReactNode } from "react";
import { LinkButton } from "../ui/button.tsx";
import { Loupe } from "../ui/drawings.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { usePageMeta } from "../ui/page-meta.ts";

/** An address that leads nowhere, or to what is not there (any more). */
export function NotFound({
  title = "There is no page at this address",
  action = <LinkButton to="/home">Go to the feed</LinkButton>,
  children = "It may have moved, or the link may have lost a letter on its way.",
}: {
  title?: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  usePageMeta("Not found");
  return (
    <div className="page py-8">
      <EmptyState heading="h1" title={title} drawing={<Loupe />} action={action}>
        {children}
      </EmptyState>
    </div>
  );
}
