import { useViewer } from "../features/wallet/viewer.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { Header } from "./header.tsx";
import { TransactionWatch } from "./transaction-watch.tsx";
import { useLiveRefresh } from "./use-live-refresh.ts";

/** The bar on top, the one for the thumb, and the ears on the stream of changes and on what was sent. */
export function Bars() {
  const viewer = useViewer();
  useLiveRefresh();
  return (
    <>
      <Header viewer={viewer} />
      <BottomBar viewer={viewer} />
      <TransactionWatch viewer={viewer} />
    </>
  );
}
