import { times } from "@colonnade/domain/limits.ts";
import { Suspense, useEffect, useState } from "react";
import { whenIdle } from "../ui/idle.ts";
import { useTheme } from "../ui/theme.ts";
import { lazily } from "./chunk.tsx";

/** Loaded after the page: a toast raised before it is there waits in its queue. */
const Container = lazily(
  "toasts",
  async () => (await import("./toast-container.tsx")).ToastContainer,
);

/** Where toasts appear: top right, five seconds unless they say otherwise. */
export function Toasts() {
  const theme = useTheme(({ theme }) => theme);
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  if (!idle) return null;
  return (
    <Suspense fallback={null}>
      <Container position="top-right" autoClose={times.defaultToast} theme={theme} icon={false} />
    </Suspense>
  );
}
