import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { useCallback } from "react";
import { type To, useLocation, useNavigate, useSearchParams } from "react-router";
import { readId } from "../api/route-param.ts";
import { useHydrating } from "../ui/hydrating.ts";

const PARAMETER = "endorsement";

/** Where a press on an endorsement leads, on whichever page it stands. */
export function useEndorsementLink(viewerAddress: string | null): (endorsement: Endorsement) => To {
  const location = useLocation();
  // The service renders one page for all queries.
  const search = useHydrating() ? "" : location.search;
  return useCallback(
    (endorsement) => {
      const { id, approved, column_sender, column_receiver } = endorsement;
      const isParty = [column_sender.address, column_receiver.address].some(
        (address) => address === viewerAddress,
      );
      if (!approved && isParty) return `/edit-endorsement/${id}`;
      const parameters = new URLSearchParams(search);
      parameters.set(PARAMETER, String(id));
      return { search: `?${parameters}` };
    },
    [search, viewerAddress],
  );
}

/** The endorsement that the page's address opens, if any, and how to close it again. */
export function useOpenEndorsement(): { id: number | null; close: () => void } {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const hydrating = useHydrating();
  return {
    id: hydrating ? null : readId(parameters.get(PARAMETER)),
    close() {
      const rest = new URLSearchParams(parameters);
      rest.delete(PARAMETER);
      navigate({ search: `?${rest}` }, { replace: true });
    },
  };
}
