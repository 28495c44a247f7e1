import { messages, sayEndorsements } from "@colonnade/domain/messages.ts";
import type { OrganizationCard as Organization } from "@colonnade/domain/organization.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { displayName, type ProfileCard } from "@colonnade/domain/profile.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { organizationPages } from "../../features/organization/query.ts";
import { profilePages } from "../../features/profile/query.ts";
import { useViewerAddress } from "../../features/profile/viewer.ts";
import { Avatar, Portrait } from "../../ui/avatar.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card, Gallery } from "../../ui/card.tsx";
import { EmptyState, Loupe } from "../../ui/empty-state.tsx";
import { NameLabel, OrganizationLabel } from "../../ui/name.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { FollowButton } from "../shared/follow-button.tsx";
import { QueryError } from "../shared/page-states.tsx";
import { SearchBox, SearchedList, useSearch } from "../shared/search-box.tsx";
import { type PagedList, ShowMore } from "../shared/show-more.tsx";
import { DirectoryCard, DirectoryCardSkeleton } from "./directory-card.tsx";

/** Every organization and everybody else, by name. */
export function Directory() {
  usePageMeta(pages["/directory"]);
  const { search, typed, setTyped } = useSearch();
  return (
    <div className="page flex flex-col gap-6 pt-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-4xl">Directory</h1>
        <div className="w-full max-w-md">
          <SearchBox typed={typed} onType={setTyped} />
        </div>
      </div>
      <Lists search={search} />
    </div>
  );
}

function Lists({ search }: { search: string }) {
  const viewer = useViewerAddress();
  const organizations = useInfiniteQuery({
    ...organizationPages(search),
    placeholderData: keepPreviousData,
  });
  const profiles = useInfiniteQuery({ ...profilePages(search), placeholderData: keepPreviousData });
  const failed = [organizations, profiles].find((query) => query.isError && !query.data);
  if (failed !== undefined) {
    return (
      <Card>
        <QueryError
          title="The directory could not be loaded"
          query={{
            error: failed.error,
            isFetching: failed.isFetching,
            refetch() {
              organizations.refetch();
              profiles.refetch();
            },
          }}
        />
      </Card>
    );
  }
  if (organizations.data === undefined || profiles.data === undefined) {
    return (
      <div role="status">
        <span className="sr-only">Loading the directory</span>
        <Gallery>
          {["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => (
            <li key={key}>
              <DirectoryCardSkeleton />
            </li>
          ))}
        </Gallery>
      </div>
    );
  }
  const organizationCards = organizations.data.pages.flatMap(({ items }) => items);
  const people = profiles.data.pages
    .flatMap(({ items }) => items)
    .filter(({ address }) => address !== viewer);
  if (organizationCards.length === 0 && people.length === 0 && !profiles.hasNextPage) {
    return (
      <Card>
        <EmptyState title={messages.noResults} drawing={<Loupe />} />
      </Card>
    );
  }
  return (
    <SearchedList
      searching={organizations.isPlaceholderData || profiles.isPlaceholderData}
      className="flex flex-col gap-6"
    >
      {organizationCards.length === 0 ? null : (
        <Section title={messages.organizations} list={organizations}>
          {organizationCards.map((organization) => (
            <li key={organization.id}>
              <OrganizationCard organization={organization} />
            </li>
          ))}
        </Section>
      )}
      {people.length === 0 && !profiles.hasNextPage ? null : (
        <Section title="People" list={profiles}>
          {people.map((profile) => (
            <li key={profile.address} data-of={profile.address}>
              <PersonCard profile={profile} />
            </li>
          ))}
        </Section>
      )}
    </SearchedList>
  );
}

function Section({
  title,
  list,
  children,
}: {
  title: string;
  list: PagedList;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <h2 className="text-2xl">{title}</h2>
      <Gallery>{children}</Gallery>
      <ShowMore list={list} failure="More could not be loaded.">
        Show more
      </ShowMore>
    </section>
  );
}

function OrganizationCard({ organization }: { organization: Organization }) {
  const { id, name, logoUrl, description, issued, open } = organization;
  const seed = `organization ${id}`;
  return (
    <DirectoryCard
      seed={seed}
      portrait={
        <Portrait seed={seed} image={logoUrl} size={72} square className="ring-4 ring-sheet" />
      }
      name={name}
      label={
        <p className="flex gap-1.5">
          <OrganizationLabel />
          {open ? null : <NameLabel tone="alert">Closed</NameLabel>}
        </p>
      }
      facts={`${sayEndorsements(issued)} issued`}
      words={description}
      actions={
        <LinkButton tone="secondary" to={`/org/${id}`}>
          {messages.viewProfile}
          <span className="sr-only"> of the organization {name}</span>
        </LinkButton>
      }
    />
  );
}

function PersonCard({ profile }: { profile: ProfileCard }) {
  const name = displayName(profile);
  return (
    <DirectoryCard
      seed={profile.address}
      portrait={<Avatar profile={profile} size={72} className="ring-4 ring-sheet" />}
      name={name}
      facts={sayEndorsements(profile.earned)}
      words={profile.statement || messages.noStatement}
      actions={
        <>
          <FollowButton profile={profile} />
          <LinkButton tone="secondary" to={`/profile/${profile.address}`}>
            {messages.viewProfile}
            <span className="sr-only"> {name}</span>
          </LinkButton>
        </>
      }
    />
  );
}
