import { useEffect, useRef } from "react";

/** A form is gone and something took its place: whoever listens to the page is told, by its heading. */
export function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
