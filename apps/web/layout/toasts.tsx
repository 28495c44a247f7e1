import { times } from "@colonnade/domain/limits.ts";
import { Suspense } from "react";
import { useIdle } from "../ui/hydration.ts";
import { useTheme } from "../ui/theme.tsx";
import { lazily } from "./chunk.tsx";

/** Loads after the page. Earlier toasts wait in the queue of react-toastify. */
const Container = lazily(
  "toasts",
  async () => (await import("./toast-container.tsx")).ToastContainer,
);

/** The place of toasts: top right, for five seconds unless a toast says otherwise. */
export function Toasts() {
  const theme = useTheme(({ theme }) => theme);
  if (!useIdle()) return null;
  return (
    <Suspense fallback={null}>
      <Container position="top-right" autoClose={times.defaultToast} theme={theme} icon={false} />
    </Suspense>
  );
}
