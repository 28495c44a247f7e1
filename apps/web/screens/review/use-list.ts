import { useSearchParams } from "react-router";

/** Which of the two lists the page's address names: what waits, or with `?list=decided` what was decided. */
export function useList(): "waiting" | "decided" {
  const [params] = useSearchParams();
  return params.get("list") === "decided" ? "decided" : "waiting";
}
