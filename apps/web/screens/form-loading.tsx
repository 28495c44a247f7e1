import { classNames } from "../ui/class-names.ts";
import { Skeleton } from "../ui/skeleton.tsx";

/** The place of a form while it is not known yet who is to fill it in; `children` says what is awaited. */
export function FormLoading({
  title,
  wide = false,
  portrait = false,
  children,
}: {
  title: string;
  /** As wide as a form with something beside it. */
  wide?: boolean;
  /** Whether its image is a person's, and round. */
  portrait?: boolean;
  children: string;
}) {
  return (
    <div className={classNames("page py-8 sm:py-12", !wide && "lg:max-w-3xl")}>
      <h1 className="text-3xl first-letter:uppercase">{title}</h1>
      <p role="status" className="sr-only">
        {children}
      </p>
      <div className="mt-8 flex max-w-3xl flex-col gap-8">
        <div className="flex flex-wrap items-center gap-6">
          <Skeleton shape={portrait ? "round" : "paper"} className="size-40" />
          <Skeleton className="h-11 w-48" />
        </div>
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-11 w-56" />
      </div>
    </div>
  );
}
