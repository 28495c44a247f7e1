import { limits } from "@colonnade/domain/limits.ts";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";

const PARAMETER = "search";
/** Milliseconds without a key before the search is asked for. */
const PAUSE = 250;

/** What is searched for: kept in the page's address, a moment after it was typed. */
export function useSearch() {
  const [parameters, setParameters] = useSearchParams();
  const search = (parameters.get(PARAMETER) ?? "").slice(0, limits.searchCodePoints);
  const [typed, setTyped] = useState(search);
  const [seen, setSeen] = useState(search);
  const [asked, setAsked] = useState(search);
  // The address changes some time after it was asked to: what is typed meanwhile stays, and only an address that
  // somebody else changed says what is searched for.
  if (search !== seen) {
    setSeen(search);
    if (search !== asked) {
      setAsked(search);
      setTyped(search);
    }
  }
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === search) return;
    const timer = setTimeout(() => {
      setAsked(wanted);
      setParameters(
        (current) => {
          if (wanted === "") current.delete(PARAMETER);
          else current.set(PARAMETER, wanted);
          return current;
        },
        { replace: true, preventScrollReset: true },
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, search, setParameters]);
  return { search, typed, setTyped };
}
