import type { RouteName } from "@colonnade/domain/pages.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { matchPath, Route, Routes } from "react-router";
import type { ArrivedAnswers } from "./api/page-answers.ts";
import { type Lazily, lazily } from "./layout/chunk.tsx";
import { Bars, PageLayout } from "./layout/page-layout.tsx";
import { Landing } from "./screens/landing/landing.tsx";

/** The screen of every page. The build reads each screen's file from here (build/preload.ts). */
const screens: Record<RouteName, ComponentType | Lazily<object>> = {
  // In the entry, because it is small and what most visitors see first.
  "/": Landing,
  "/home": lazily("feed", async () => (await import("./screens/feed/feed.tsx")).Feed),
  "/create-profile": lazily(
    "create-profile",
    async () => (await import("./screens/create-profile.tsx")).CreateProfile,
  ),
  "/new-endorsement": lazily(
    "new-endorsement",
    async () => (await import("./screens/new-endorsement/new-endorsement.tsx")).NewEndorsement,
  ),
  "/profile": lazily(
    "profile",
    async () => (await import("./screens/profile/own-profile.tsx")).OwnProfile,
  ),
  "/profile/:address": lazily(
    "profile",
    async () => (await import("./screens/profile/public-profile.tsx")).PublicProfile,
  ),
  "/manage-endorsement/:id": lazily(
    "manage-endorsement",
    async () =>
      (await import("./screens/manage-endorsement/manage-endorsement.tsx")).ManageEndorsement,
  ),
  "/edit-endorsement/:id": lazily(
    "edit-endorsement",
    async () => (await import("./screens/edit-endorsement/edit-endorsement.tsx")).EditEndorsement,
  ),
  "/endorsement/:id": lazily(
    "endorsement",
    async () => (await import("./screens/endorsement/endorsement-page.tsx")).EndorsementPage,
  ),
  "/edit-profile": lazily(
    "edit-profile",
    async () => (await import("./screens/edit-profile.tsx")).EditProfile,
  ),
  "/events": lazily("events", async () => (await import("./screens/events/events.tsx")).Events),
  "/network": lazily("network", async () => (await import("./screens/network.tsx")).Network),
  "/directory": lazily(
    "directory",
    async () => (await import("./screens/directory/directory.tsx")).Directory,
  ),
  "/org/:id": lazily(
    "organization",
    async () => (await import("./screens/organization/organization-page.tsx")).OrganizationPage,
  ),
  "/faqs": lazily("faqs", async () => (await import("./screens/faqs.tsx")).Faqs),
  "/contact": lazily("contact", async () => (await import("./screens/contact.tsx")).Contact),
  "/create-org": lazily(
    "create-organization",
    async () =>
      (await import("./screens/create-organization/create-organization.tsx")).CreateOrganization,
  ),
  "/review": lazily("review", async () => (await import("./screens/review/review.tsx")).Review),
  // Last, because it fits every path.
  "*": lazily("not-found", async () => (await import("./screens/not-found.tsx")).NotFound),
};

/** Loads the code of the page at a path. Never fails: the screen shows the failure. */
export async function prepareScreen(pathname: string): Promise<void> {
  const [, screen] = Object.entries(screens).find(([path]) => matchPath(path, pathname)) ?? [];
  const isLazy = screen !== undefined && "prepare" in screen;
  await Promise.all([
    pathname === "/" ? undefined : Bars.prepare(),
    isLazy ? screen.prepare() : undefined,
  ]);
}

/** Puts the first answers of the page at an address into the cache. Never fails: the screen asks for missing ones. */
export async function prepareData(
  client: QueryClient,
  address: Pick<Location, "pathname" | "search">,
): Promise<void> {
  if (address.pathname === "/") return;
  const file = await loadFirstData();
  await file?.askFirst(client, address);
}

/** Puts the answers that the page came with into the cache. */
export async function takeAnswers(
  client: QueryClient,
  { answers, at }: ArrivedAnswers,
): Promise<void> {
  if (answers.length === 0) return;
  const file = await loadFirstData();
  file?.fillFirst(client, answers, at);
}

/** The code for a page's first data. If it cannot be loaded, the screen asks by itself. */
const loadFirstData = () => import("./first-data.ts").catch(() => null);

export function AppRoutes() {
  return (
    <Routes>
      <Route Component={PageLayout}>
        {Object.entries(screens).map(([path, Component]) => (
          <Route key={path} path={path} Component={Component} />
        ))}
      </Route>
    </Routes>
  );
}
