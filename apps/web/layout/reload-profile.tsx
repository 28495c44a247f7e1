import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "../features/profile/query.ts";
import { Button } from "../ui/button.tsx";

/** Asks once more for a profile that could not be loaded. */
export function ReloadProfile({ address, children }: { address: string; children: string }) {
  const { refetch, isFetching } = useQuery({ ...profileQuery(address), enabled: false });
  return (
    <Button tone="secondary" onClick={() => refetch()} busy={isFetching}>
      {children}
    </Button>
  );
}
