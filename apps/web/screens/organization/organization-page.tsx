import { sayEndorsements } from "@colonnade/domain/messages.ts";
import type { Organization } from "@colonnade/domain/organization.ts";
import { organizationWords } from "@colonnade/domain/page-words.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { explain, statusOf } from "../../api/error.ts";
import { readId } from "../../api/route-param.ts";
import { organizationQuery } from "../../features/organization/query.ts";
import { WebsiteLink } from "../../features/organization/website-link.tsx";
import { useViewer } from "../../features/wallet/viewer.ts";
import { Portrait } from "../../ui/avatar.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { HeaderSheet } from "../../ui/header-sheet.tsx";
import { Name } from "../../ui/name.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NotFound } from "../not-found.tsx";
import { OpenedEndorsement } from "../opened-endorsement.tsx";
import { EndorsementWall, EndorsementWallSkeleton } from "../profile/endorsement-wall.tsx";
import { Representatives } from "./representatives.tsx";

const ISSUED = "Endorsements Issued";

/** An organization: who it is, who speaks for it, and what it has endorsed. */
export function OrganizationPage() {
  const id = readId(useParams().id);
  return id === null ? <Missing /> : <Page key={id} id={id} />;
}

function Page({ id }: { id: number }) {
  const viewer = useViewer();
  const { data, error, isFetching, refetch } = useQuery(organizationQuery(id));
  if (data !== undefined) {
    return (
      <Found
        organization={data}
        viewerAddress={viewer.state === "signed-out" ? null : viewer.address}
        speaksForIt={
          // Before it is known whether they have a profile: nearly all do, and the page does not change again.
          (viewer.state === "member" || viewer.state === "loading") &&
          data.representatives.includes(viewer.address)
        }
      />
    );
  }
  if (statusOf(error) === 404) return <Missing />;
  return <Unknown id={id} error={error} onRetry={() => refetch()} retrying={isFetching} />;
}

/** It is on its way, or it could not be had. */
function Unknown({
  id,
  error,
  onRetry,
  retrying,
}: {
  id: number;
  error: Error | null;
  onRetry: () => void;
  retrying: boolean;
}) {
  usePageMeta("Organization");
  if (error === null) {
    return (
      <>
        <h1 className="sr-only">Organization</h1>
        <HeaderSheet
          seed={`organization ${id}`}
          portrait={<Portrait seed={`organization ${id}`} image="" size={128} square />}
          name={<Skeleton className="h-10 w-72 max-w-full sm:h-14" />}
        >
          <Skeleton className="h-5 w-96 max-w-full" />
        </HeaderSheet>
        <div className="page pt-8">
          <Card as="div" className="p-5">
            <h2 className="text-lg">Representatives</h2>
            <div className="mt-2 flex min-h-12 items-center gap-3">
              <Skeleton shape="round" className="size-10" />
              <Skeleton className="h-4 w-32" />
            </div>
          </Card>
        </div>
        <EndorsementWallSkeleton title={ISSUED} />
      </>
    );
  }
  return (
    <div className="page py-8">
      <ErrorState
        heading="h1"
        title="The organization could not be loaded"
        detail={explain(error)}
        onRetry={onRetry}
        retrying={retrying}
      />
    </div>
  );
}

function Missing() {
  return (
    <NotFound
      title="There is no such organization"
      action={<LinkButton to="/directory">Open the directory</LinkButton>}
    >
      The link may have lost a letter on its way.
    </NotFound>
  );
}

function Found({
  organization,
  viewerAddress,
  speaksForIt,
}: {
  organization: Organization;
  viewerAddress: string | null;
  /** Whether the viewer may send as it. */
  speaksForIt: boolean;
}) {
  const { id, name, logoUrl, description, website, issued, columnRepresentatives } = organization;
  const words = organizationWords(organization);
  usePageMeta(words.title, words.description);
  const seed = `organization ${id}`;
  const people = columnRepresentatives.length;
  return (
    <div data-another-for={[organization.admin, ...organization.representatives].join(" ")}>
      <HeaderSheet
        seed={seed}
        portrait={
          <Portrait seed={seed} image={logoUrl} size={128} square className="ring-4 ring-sheet" />
        }
        name={
          <h1 className="text-4xl leading-none font-extrabold tracking-[-0.03em] sm:text-5xl lg:text-6xl">
            <Name>{name}</Name>
          </h1>
        }
        action={
          speaksForIt ? (
            <LinkButton to={`/new-endorsement?as=${id}`}>Endorse in its name</LinkButton>
          ) : null
        }
      >
        <p className="measure whitespace-pre-wrap break-words text-[1.0625rem] leading-7 text-muted">
          {description}
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1 font-mono text-sm">
          <span>{sayEndorsements(issued)} issued</span>
          <span>{`${people} ${people === 1 ? "representative" : "representatives"}`}</span>
          <WebsiteLink address={website} />
        </div>
      </HeaderSheet>
      <div className="page pt-8">
        <Representatives organization={organization} viewerAddress={viewerAddress} />
      </div>
      <EndorsementWall
        title={ISSUED}
        count={sayEndorsements(issued)}
        carried={organization.sentMilestones}
        filter={{ org: id, approved: "true" }}
        isShown={({ approved }) => approved}
        side="issued"
        viewerAddress={viewerAddress}
        empty={
          <Card>
            <EmptyState heading="h3" title="Nothing issued yet" />
          </Card>
        }
      />
      <OpenedEndorsement known={organization.sentMilestones} viewerAddress={viewerAddress} />
    </div>
  );
}
