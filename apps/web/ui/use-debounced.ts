import { useEffect, useState } from "react";

/** Milliseconds: no longer than one stops between two words. */
const MOMENT = 200;

/** A value that follows another once that has stood still for a moment. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), MOMENT);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
