import { LinkButton } from "../ui/button.tsx";
import { Loupe } from "../ui/drawings.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { usePageMeta } from "../ui/page-meta.ts";

/** An address that leads nowhere. */
export function NotFound() {
  usePageMeta("Not found");
  return (
    <div className="page py-8">
      <EmptyState
        heading="h1"
        title="There is no page at this address"
        drawing={<Loupe />}
        action={<LinkButton to="/home">Go to the feed</LinkButton>}
      >
        It may have moved, or the link may have lost a letter on its way.
      </EmptyState>
    </div>
  );
}
