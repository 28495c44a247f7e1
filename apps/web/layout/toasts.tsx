import { times } from "@colonnade/domain/limits.ts";
import { lazy, Suspense } from "react";
import { useTheme } from "../ui/theme.ts";

/** Loaded after the page: a toast raised before it is there waits in its queue. */
const Container = lazy(async () => {
  const { ToastContainer } = await import("./toast-container.tsx");
  return { default: ToastContainer };
});

/** Where toasts appear: top right, five seconds unless they say otherwise. */
export function Toasts() {
  const theme = useTheme(({ theme }) => theme);
  return (
    <Suspense fallback={null}>
      <Container position="top-right" autoClose={times.defaultToast} theme={theme} icon={false} />
    </Suspense>
  );
}
