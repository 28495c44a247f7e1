import { pages } from "@colonnade/domain/pages.ts";
import type { ComponentProps, ReactNode } from "react";
import { LinkButton } from "../ui/button.tsx";
import { Loupe } from "../ui/empty-state.tsx";
import { usePageMeta } from "../ui/page-meta.ts";
import { EmptyPage } from "./shared/page-states.tsx";

/** The page for an address that leads nowhere, or to something that does not exist. */
export function NotFound({
  title = "There is no page at this address",
  action = <LinkButton to="/home">Go to the feed</LinkButton>,
  children = "It may have moved, or the link may have lost a letter on the way.",
}: Partial<ComponentProps<typeof EmptyPage>>) {
  usePageMeta(pages["*"]);
  return (
    <EmptyPage title={title} drawing={<Loupe />} action={action}>
      {children}
    </EmptyPage>
  );
}

/** A profile or an organization that does not exist, and why if it is known. */
export function NotInDirectory({
  title,
  children = "The link may have lost a letter on the way.",
}: {
  title: string;
  children?: ReactNode;
}) {
  return (
    <NotFound title={title} action={<LinkButton to="/directory">Open the directory</LinkButton>}>
      {children}
    </NotFound>
  );
}
