import { useViewer } from "../features/wallet/viewer.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { Header } from "./header.tsx";
import { useLiveRefresh } from "./use-live-refresh.ts";

/** The bar on top, the one for the thumb, and the ear on the stream of changes. */
export function Bars() {
  const viewer = useViewer();
  useLiveRefresh();
  return (
    <>
      <Header viewer={viewer} />
      <BottomBar viewer={viewer} />
    </>
  );
}
