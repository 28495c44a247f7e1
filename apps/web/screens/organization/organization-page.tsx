import { withoutBidiOverrides, withoutHidden } from "@colonnade/domain/hidden-text.ts";
import { sayEndorsements } from "@colonnade/domain/messages.ts";
import type { Organization } from "@colonnade/domain/organization.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { Link, useParams } from "react-router";
import { statusOf } from "../../api/error.ts";
import { readId } from "../../api/route-param.ts";
import { organizationQuery } from "../../features/organization/query.ts";
import { WebsiteLink } from "../../features/organization/website.tsx";
import { profilePath, useViewer, useViewerAddress } from "../../features/profile/viewer.ts";
import { Avatar, Portrait } from "../../ui/avatar.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { HeaderSheet } from "../../ui/header-sheet.tsx";
import { Name, NameLabel, RemovedLabel } from "../../ui/name.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NotInDirectory } from "../not-found.tsx";
import { EndorsementWall, EndorsementWallSkeleton } from "../profile/endorsement-wall.tsx";
import { OpenEndorsement } from "../shared/open-endorsement.tsx";
import { QueryError, Titled } from "../shared/page-states.tsx";
import { ReportButton } from "../shared/report-button.tsx";
import { AskedOfViewer } from "./asked-of-viewer.tsx";
import { Representatives } from "./representatives.tsx";
import { WatcherTools } from "./watcher-tools.tsx";

const ISSUED = "Endorsements Issued";
const missing = <NotInDirectory title="There is no such organization" />;

/** An organization: what it is, who represents it, and what it has endorsed. */
export function OrganizationPage() {
  const id = readId(useParams().id);
  return id === null ? missing : <Page key={id} id={id} />;
}

function Page({ id }: { id: number }) {
  const viewer = useViewer();
  const query = useQuery(organizationQuery(id));
  if (query.data !== undefined) {
    return (
      <Found
        organization={query.data}
        isRepresentative={
          // While their profile loads, too: nearly all have one, and then the page does not change again.
          (viewer.state === "member" || viewer.state === "loading") &&
          query.data.representatives.includes(viewer.address)
        }
      />
    );
  }
  if (statusOf(query.error) === 404) return missing;
  return (
    <Titled title={pages["/org/:id"].title}>
      {query.error === null ? (
        <Loading id={id} />
      ) : (
        <div className="page py-8">
          <QueryError heading="h1" title="The organization could not be loaded" query={query} />
        </div>
      )}
    </Titled>
  );
}

function Loading({ id }: { id: number }) {
  const seed = `organization ${id}`;
  return (
    <>
      <h1 className="sr-only">Organization</h1>
      <HeaderSheet
        seed={seed}
        eyebrow={<Eyebrow />}
        portrait={<Portrait seed={seed} image="" size={128} square className="ring-4 ring-sheet" />}
        name={<Skeleton className="h-9 w-72 max-w-full sm:h-12 lg:h-15" />}
      >
        <Skeleton className="h-21 w-136 max-w-full" />
        <Skeleton className="h-11 w-60 max-w-full" />
        <Skeleton className="h-5 w-80 max-w-full" />
        <Skeleton className="h-11 w-56 max-w-full" />
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

/** Says above the name that it is an organization's, and whether the organization is closed. */
function Eyebrow({ closed = false }: { closed?: boolean }) {
  return (
    <p className="caps flex items-center gap-2 self-start rounded-paper bg-sheet py-1 pr-2">
      <Building2 className="size-4 text-muted" />
      Organization
      {closed ? <NameLabel tone="alert">Closed</NameLabel> : null}
    </p>
  );
}

/** The people who see other parts of the page than the service rendered. */
function peopleOf({
  representatives,
  columnInvited,
  columnProposedAdmin,
  replacement,
}: Organization) {
  const asked = [...columnInvited, columnProposedAdmin, replacement?.columnAdmin];
  return [...representatives, ...asked.flatMap((person) => person?.address ?? [])];
}

/** Its name is its founder's for good, so the present admin stands beside it. */
function PresentAdmin({ admin }: { admin: ProfileBrief }) {
  const viewer = useViewerAddress();
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="text-sm text-muted">Admin</span>
      <Link
        to={profilePath(admin.address, viewer)}
        className="inline-flex min-h-11 items-center gap-2 font-semibold decoration-seal underline-offset-4 hover:underline"
      >
        <Avatar profile={admin} size={28} />
        <Name>{nameOrAddress(admin)}</Name>
      </Link>
      {admin.suspended ? <RemovedLabel /> : null}
    </p>
  );
}

function Found({
  organization,
  isRepresentative,
}: {
  organization: Organization;
  isRepresentative: boolean;
}) {
  const { id, name, logoUrl, description, website, issued, open, columnRepresentatives } =
    organization;
  usePageMeta({
    title: `${withoutHidden(name)}, organization`,
    description: `An organization. ${withoutHidden(description)}`,
    feed: `/feeds/org/${id}`,
  });
  const seed = `organization ${id}`;
  const people = columnRepresentatives.length;
  const [admin] = columnRepresentatives;
  return (
    <div data-another-for={peopleOf(organization).join(" ")}>
      <HeaderSheet
        seed={seed}
        eyebrow={<Eyebrow closed={!open} />}
        portrait={
          <Portrait seed={seed} image={logoUrl} size={128} square className="ring-4 ring-sheet" />
        }
        name={
          <h1 className="text-4xl leading-none font-extrabold tracking-[-0.03em] sm:text-5xl lg:text-6xl">
            <Name>{name}</Name>
          </h1>
        }
        action={
          isRepresentative && open ? (
            <LinkButton to={`/new-endorsement?as=${id}`}>Endorse in its name</LinkButton>
          ) : null
        }
      >
        <p
          dir="auto"
          className="measure whitespace-pre-wrap break-words text-[1.0625rem] leading-7 text-muted"
        >
          {withoutBidiOverrides(description)}
        </p>
        <div className="flex flex-wrap items-center gap-x-6">
          {admin === undefined ? null : <PresentAdmin admin={admin} />}
          <ReportButton name={name} subject={{ kind: "organization", id }} image={logoUrl} />
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1 font-mono text-sm">
          <span>{sayEndorsements(issued)} issued</span>
          <span>{`${people} ${people === 1 ? "representative" : "representatives"}`}</span>
        </div>
        <WebsiteLink address={website} />
      </HeaderSheet>
      <div className="page flex flex-col gap-4 pt-8">
        <AskedOfViewer organization={organization} />
        <Representatives organization={organization} />
        <WatcherTools organization={organization} />
      </div>
      <EndorsementWall
        title={ISSUED}
        count={sayEndorsements(issued)}
        carried={organization.sentMilestones}
        filter={{ org: id, approved: "true" }}
        isShown={({ approved }) => approved}
        side="issued"
        ofOrganization
        empty={
          <Card>
            <EmptyState heading="h3" title="Nothing issued yet" />
          </Card>
        }
      />
      <OpenEndorsement known={organization.sentMilestones} />
    </div>
  );
}
