import { messages } from "@colonnade/domain/messages.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { profileQuery } from "../features/profile/query.ts";
import type { Viewer } from "../features/wallet/viewer.ts";
import { classNames } from "../ui/class-names.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

interface FormPlace {
  title: string;
  /** As wide as a form with something beside it. */
  wide?: boolean;
  /** Whether its image is a person's, and round. */
  portrait?: boolean;
}

/** The place of a form that needs one's profile: while that is looked for, and where it could not be had. */
export function ProfileAwaited({
  viewer,
  ...place
}: FormPlace & { viewer: Extract<Viewer, { state: "loading" }> }) {
  const client = useQueryClient();
  return viewer.failed ? (
    <ErrorState
      heading="h1"
      title={messages.somethingWrong}
      onRetry={() => client.refetchQueries(profileQuery(viewer.address))}
    />
  ) : (
    <FormLoading {...place}>Looking for your profile</FormLoading>
  );
}

/** The place of a form while it is not known yet who is to fill it in; `children` says what is awaited. */
export function FormLoading({
  title,
  wide = false,
  portrait = false,
  children,
}: FormPlace & { children: string }) {
  return (
    <div className={classNames("page py-8 sm:py-12", !wide && "lg:max-w-3xl")}>
      <h1 className="text-3xl first-letter:uppercase">{title}</h1>
      <p role="status" className="sr-only">
        {children}
      </p>
      <div className="mt-8 flex max-w-3xl flex-col gap-10">
        <Labelled>
          <div className="flex flex-wrap items-center gap-4 sm:gap-6">
            <Skeleton shape={portrait ? "round" : "paper"} className="size-40" />
            <Skeleton className="h-11 w-48" />
          </div>
        </Labelled>
        <Labelled>
          <Skeleton className="h-12 w-full" />
        </Labelled>
        <Labelled>
          <Skeleton className="h-36 w-full" />
        </Labelled>
        <Skeleton className="h-11 w-40" />
      </div>
    </div>
  );
}

/** A field's place, below that of its label. */
function Labelled({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <Skeleton className="h-4 w-20" />
      {children}
    </div>
  );
}
