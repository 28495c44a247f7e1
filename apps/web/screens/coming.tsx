import { LinkButton } from "../ui/button.tsx";
import { RaisedStamp } from "../ui/drawings.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { usePageTitle } from "../ui/page-title.ts";

/** A page that is not built yet, and says so. */
export function Coming({ title, children }: { title: string; children: string }) {
  usePageTitle(title);
  return (
    <div className="page py-8">
      <EmptyState
        heading="h1"
        title={title}
        drawing={<RaisedStamp />}
        action={
          <LinkButton to="/home" tone="secondary">
            Go to the feed
          </LinkButton>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
