import { useHydrating } from "./hydrating.ts";

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

// Written out here: the first formatter of Intl takes a phone longer to make than the rest of a page.

/** `November 3, 2026 at 3:05 PM`, where the device is. */
export function sayMoment(date: Date): string {
  const [hours, minutes] = [date.getHours(), String(date.getMinutes()).padStart(2, "0")];
  const time = `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
  return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()} at ${time}`;
}

/** `Nov 3, 2026`, where the device is. */
function sayDay(date: Date): string {
  return sayDate(date.getFullYear(), date.getMonth(), date.getDate());
}

/** The same day wherever it is rendered. */
function sayDayAnywhere(date: Date): string {
  return sayDate(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}

function sayDate(year: number, month: number, day: number): string {
  return `${months[month]?.slice(0, 3)} ${day}, ${year}`;
}

/**
 * How long ago, in words, up to a week; then the date.
 * @param date ISO 8601
 */
export function sayWhen(date: string, now = Date.now()): string {
  const seconds = Math.round((now - Date.parse(date)) / 1000);
  // A block's time may be ahead of the device's clock; nothing that is shown is still to come.
  if (seconds < 10) return "just now";
  const step = steps.find(([limit]) => seconds < limit);
  if (step === undefined) return sayDay(new Date(date));
  const [, size, unit] = step;
  const count = Math.round(seconds / size);
  if (count === 1) return unit === "day" ? "yesterday" : `1 ${unit} ago`;
  return `${count} ${unit}s ago`;
}

/** A moment: said shortly, with the whole of it on hover and for machines; on paper, its date. */
export function Time({ date, className }: { date: string; className?: string }) {
  if (useHydrating()) {
    return (
      <time dateTime={date} className={className}>
        {sayDayAnywhere(new Date(date))}
      </time>
    );
  }
  return (
    <time dateTime={date} title={sayMoment(new Date(date))} className={className}>
      <span className="print:hidden">{sayWhen(date)}</span>
      <span className="hidden print:inline">{sayDay(new Date(date))}</span>
    </time>
  );
}
