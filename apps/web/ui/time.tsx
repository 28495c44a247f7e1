import { useSyncExternalStore } from "react";
import { useHydrating } from "./hydration.ts";

const months = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

const steps: [limit: number, size: number, unit: string][] = [
  [60, 1, "second"],
  [3600, 60, "minute"],
  [86_400, 3600, "hour"],
  [7 * 86_400, 86_400, "day"],
];

// Written out here: on a phone the first Intl formatter takes longer to make than the rest of a page.

/** `November 3, 2026 at 3:05 PM`, in the device's time zone. */
export function sayMoment(date: Date): string {
  const [hours, minutes] = [date.getHours(), String(date.getMinutes()).padStart(2, "0")];
  const time = `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
  return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()} at ${time}`;
}

/** `Nov 3, 2026`, in the device's time zone. */
function sayDay(date: Date): string {
  return sayDate(date.getFullYear(), date.getMonth(), date.getDate());
}

function sayDate(year: number, month: number, day: number): string {
  return `${months[month]?.slice(0, 3)} ${day}, ${year}`;
}

/**
 * How long ago, in words, for up to a week; then the date.
 * @param date ISO 8601
 */
export function sayWhen(date: string, now = Date.now()): string {
  const seconds = Math.round((now - Date.parse(date)) / 1000);
  // A block's time may be ahead of the device's clock: such a moment is "just now", too.
  if (seconds < 10) return "just now";
  const step = steps.find(([limit]) => seconds < limit);
  if (step === undefined) return sayDay(new Date(date));
  const [, size, unit] = step;
  if (unit === "day") {
    const days = dayNumber(new Date(now)) - dayNumber(new Date(date));
    // A day on which the clocks are set back has 25 hours.
    if (days === 0) return "24 hours ago";
    return days === 1 ? "yesterday" : `${days} days ago`;
  }
  const count = Math.floor(seconds / size);
  return count === 1 ? `1 ${unit} ago` : `${count} ${unit}s ago`;
}

/** Counts the days of the calendar, in the device's time zone. */
const dayNumber = (date: Date) =>
  Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;

const MINUTE = 60_000;
const readers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
/** Counts the minutes, and so begins alike on the service and in the browser: hydration renders nothing twice. */
let passed = 0;

function pass(): void {
  if (document.hidden) return;
  passed++;
  for (const read of readers) read();
}

/** One timer for all times on the page, while there are any. */
function readClock(read: () => void): () => void {
  if (readers.size === 0) {
    timer = setInterval(pass, MINUTE);
    // A page that is seen again does not wait for the timer.
    document.addEventListener("visibilitychange", pass);
  }
  readers.add(read);
  return () => {
    readers.delete(read);
    if (readers.size > 0) return;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", pass);
  };
}

/** How long ago something was; the full date and time on hover, the date in print. */
export function Time({ date, className }: { date: string; className?: string }) {
  const moment = new Date(date);
  useSyncExternalStore(
    readClock,
    () => passed,
    () => 0,
  );
  if (useHydrating()) {
    return (
      <time dateTime={date} className={className}>
        {/* In UTC: the same on the service and on every device. */}
        {sayDate(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate())}
      </time>
    );
  }
  return (
    <time dateTime={date} title={sayMoment(moment)} className={className}>
      <span className="print:hidden">{sayWhen(date)}</span>
      <span className="hidden print:inline">{sayDay(moment)}</span>
    </time>
  );
}
