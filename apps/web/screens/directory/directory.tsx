import { messages } from "@colonnade/domain/messages.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { explain } from "../../api/error.ts";
import { organizationPages } from "../../features/organization/query.ts";
import { profilePages } from "../../features/profile/query.ts";
import { useViewer } from "../../features/wallet/viewer.ts";
import { Card } from "../../ui/card.tsx";
import { Loupe } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Gallery } from "../../ui/gallery.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { FollowButton } from "../follow-button.tsx";
import { SearchBox } from "../search/search-box.tsx";
import { useSearch } from "../search/use-search.ts";
import { type PagedList, ShowMore } from "../show-more.tsx";
import { DirectoryCardSkeleton } from "./directory-card.tsx";
import { OrganizationCard } from "./organization-card.tsx";
import { ProfileCard } from "./profile-card.tsx";

/** Everybody and every organization, by name. */
export function Directory() {
  usePageMeta("Directory", "Everybody on Colonnade and every organization, by name.");
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
  const viewer = useViewer();
  const viewerAddress = viewer.state === "signed-out" ? null : viewer.address;
  const organizations = useInfiniteQuery({
    ...organizationPages(search),
    placeholderData: keepPreviousData,
  });
  const profiles = useInfiniteQuery({ ...profilePages(search), placeholderData: keepPreviousData });
  const failed = [organizations, profiles].find((query) => query.isError && !query.data);
  if (failed !== undefined) {
    return (
      <Card>
        <ErrorState
          title="The directory could not be loaded"
          detail={explain(failed.error)}
          onRetry={() => {
            organizations.refetch();
            profiles.refetch();
          }}
          retrying={failed.isFetching}
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
    .filter(({ address }) => address !== viewerAddress);
  if (organizationCards.length === 0 && people.length === 0 && !profiles.hasNextPage) {
    return (
      <Card>
        <EmptyState title={messages.noResults} drawing={<Loupe />} />
      </Card>
    );
  }
  return (
    <>
      {organizationCards.length === 0 ? null : (
        <Part title={messages.organizations} list={organizations}>
          {organizationCards.map((organization) => (
            <li key={organization.id}>
              <OrganizationCard organization={organization} />
            </li>
          ))}
        </Part>
      )}
      {people.length === 0 && !profiles.hasNextPage ? null : (
        <Part title="People" list={profiles}>
          {people.map((profile) => (
            <li key={profile.address} data-of={profile.address}>
              <ProfileCard
                profile={profile}
                action={<FollowButton profile={profile} tone="secondary" />}
              />
            </li>
          ))}
        </Part>
      )}
    </>
  );
}

function Part({ title, list, children }: { title: string; list: PagedList; children: ReactNode }) {
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
