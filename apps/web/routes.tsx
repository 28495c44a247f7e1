import { type ComponentType, lazy } from "react";
import { Route, Routes } from "react-router";
import { loadChunk } from "./layout/chunk.ts";
import { PageLayout } from "./layout/page-layout.tsx";
import { Landing } from "./screens/landing/landing.tsx";
import { NotFound } from "./screens/not-found.tsx";

/** A screen whose code is loaded when it is first visited. */
function screen(name: string, load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await loadChunk(name, load()) }));
}

const coming = () => import("./screens/coming-pages.tsx");

/** Every address of the app (spec section 2, and the two of our own: /directory and /review). */
const screens: Record<string, ComponentType> = {
  // Not lazy: its headline is the first thing most people see, and it is small.
  "/": Landing,
  "/home": screen("feed", async () => (await import("./screens/feed/feed.tsx")).Feed),
  "/create-profile": screen(
    "create-profile",
    async () => (await import("./screens/create-profile/create-profile.tsx")).CreateProfile,
  ),
  "/new-endorsement": screen(
    "new-endorsement",
    async () => (await import("./screens/new-endorsement/new-endorsement.tsx")).NewEndorsement,
  ),
  "/profile": screen(
    "profile",
    async () => (await import("./screens/profile/own-profile.tsx")).OwnProfile,
  ),
  "/profile/:address": screen(
    "profile",
    async () => (await import("./screens/profile/public-profile.tsx")).PublicProfile,
  ),
  "/manage-endorsement/:id": screen(
    "manage-endorsement",
    async () =>
      (await import("./screens/manage-endorsement/manage-endorsement.tsx")).ManageEndorsement,
  ),
  "/edit-endorsement/:id": screen(
    "edit-endorsement",
    async () => (await import("./screens/edit-endorsement/edit-endorsement.tsx")).EditEndorsement,
  ),
  "/edit-profile": screen(
    "edit-profile",
    async () => (await import("./screens/edit-profile/edit-profile.tsx")).EditProfile,
  ),
  "/events": screen("events", async () => (await import("./screens/events/events.tsx")).Events),
  "/network": screen(
    "network",
    async () => (await import("./screens/directory/network.tsx")).Network,
  ),
  "/directory": screen(
    "directory",
    async () => (await import("./screens/directory/directory.tsx")).Directory,
  ),
  "/org/:id": screen(
    "organization",
    async () => (await import("./screens/organization/organization-page.tsx")).OrganizationPage,
  ),
  "/faqs": screen("faqs", async () => (await import("./screens/faqs.tsx")).Faqs),
  "/contact": screen(
    "contact",
    async () => (await import("./screens/contact/contact.tsx")).Contact,
  ),
  "/create-org": screen("coming", async () => (await coming()).CreateOrganizationScreen),
  "/review": screen("coming", async () => (await coming()).ReviewScreen),
};

export function AppRoutes() {
  return (
    <Routes>
      <Route Component={PageLayout}>
        {Object.entries(screens).map(([path, Component]) => (
          <Route key={path} path={path} Component={Component} />
        ))}
        <Route path="*" Component={NotFound} />
      </Route>
    </Routes>
  );
}
