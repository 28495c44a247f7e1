import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Measures the height at which a frame of header, scrolling middle and footer has nothing to scroll.
 * @param onHeight told the height in CSS pixels whenever it changes
 * @returns the frame's ref; what scrolls is the child of its `main`
 */
export function useContentHeight(
  onHeight: (height: number) => void,
): RefObject<HTMLFormElement | null> {
  const frame = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const parts = frame.current?.querySelectorAll("header, main > *, footer") ?? [];
    const measure = () => {
      const heights = Array.from(parts, (part) => part.getBoundingClientRect().height);
      onHeight(heights.reduce((sum, height) => sum + height, 0));
    };
    const observer = new ResizeObserver(measure);
    for (const part of parts) observer.observe(part);
    return () => observer.disconnect();
  }, [onHeight]);
  return frame;
}
