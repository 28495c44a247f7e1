import type { RouteName } from "@colonnade/domain/http/first-calls.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { matchPath, Route, Routes } from "react-router";
import type { ArrivedAnswers } from "./api/page-answers.ts";
import { type Lazily, lazily } from "./layout/chunk.tsx";
import { Bars, PageLayout } from "./layout/page-layout.tsx";
import { Landing } from "./screens/landing/landing.tsx";

/** Every address of the app and its screen. */
const screens: Record<RouteName, ComponentType | Lazily<object>> = {
  // Not lazy: its headline is the first thing most people see, and it is small.
  "/": Landing,
  "/home": lazily("feed", async () => (await import("./screens/feed/feed.tsx")).Feed),
  "/create-profile": lazily(
    "create-profile",
    async () => (await import("./screens/create-profile/create-profile.tsx")).CreateProfile,
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
  "/edit-profile": lazily(
    "edit-profile",
    async () => (await import("./screens/edit-profile/edit-profile.tsx")).EditProfile,
  ),
  "/events": lazily("events", async () => (await import("./screens/events/events.tsx")).Events),
  "/network": lazily(
    "network",
    async () => (await import("./screens/directory/network.tsx")).Network,
  ),
  "/directory": lazily(
    "directory",
    async () => (await import("./screens/directory/directory.tsx")).Directory,
  ),
  "/org/:id": lazily(
    "organization",
    async () => (await import("./screens/organization/organization-page.tsx")).OrganizationPage,
  ),
  "/faqs": lazily("faqs", async () => (await import("./screens/faqs.tsx")).Faqs),
  "/contact": lazily(
    "contact",
    async () => (await import("./screens/contact/contact.tsx")).Contact,
  ),
  "/create-org": lazily(
    "create-organization",
    async () =>
      (await import("./screens/create-organization/create-organization.tsx")).CreateOrganization,
  ),
  "/review": lazily("review", async () => (await import("./screens/review/review.tsx")).Review),
  // Last, since it fits everywhere.
  "*": lazily("not-found", async () => (await import("./screens/not-found.tsx")).NotFound),
};

/** Resolves once the code of the page at a path is there, or could not be had. */
export async function prepareScreen(pathname: string): Promise<void> {
  const [, screen] = Object.entries(screens).find(([path]) => matchPath(path, pathname)) ?? [];
  const isLazy = screen !== undefined && "prepare" in screen;
  await Promise.all([
    pathname === "/" ? undefined : Bars.prepare(),
    isLazy ? screen.prepare() : undefined,
  ]);
}

/** Resolves once the first data of the page at an address is there, or could not be had. */
export async function prepareData(
  client: QueryClient,
  address: Pick<Location, "pathname" | "search">,
): Promise<void> {
  if (address.pathname === "/") return;
  // Where the file does not come, the page's screen says so.
  const file = await import("./first-data.ts").catch(() => null);
  await file?.askFirst(client, address);
}

/** Gives the page the answers that it came with. Where the file for it does not come, its screen says so. */
export async function takeAnswers(
  client: QueryClient,
  { answers, at }: ArrivedAnswers,
): Promise<void> {
  if (answers.length === 0) return;
  const file = await import("./first-data.ts").catch(() => null);
  file?.fillFirst(client, answers, at);
}

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
