import { useHydrating } from "./hydrating.ts";

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
/** The same words wherever it is rendered. */
const dayAnywhere = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const whole = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "long" });

const steps: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, "second"],
  [3600, 60, "minute"],
  [86_400, 3600, "hour"],
  [7 * 86_400, 86_400, "day"],
];

/**
 * How long ago, in words, up to a week; then the date.
 * @param date ISO 8601
 */
export function sayWhen(date: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(date) - now) / 1000);
  // A block's time may be ahead of the device's clock; nothing that is shown is still to come.
  if (seconds > -10) return "just now";
  const step = steps.find(([limit]) => Math.abs(seconds) < limit);
  if (step === undefined) return day.format(new Date(date));
  const [, size, unit] = step;
  return relative.format(Math.round(seconds / size), unit);
}

/** A moment: said shortly, with the whole of it on hover and for machines; on paper, its date. */
export function Time({ date, className }: { date: string; className?: string }) {
  if (useHydrating()) {
    return (
      <time dateTime={date} className={className}>
        {dayAnywhere.format(new Date(date))}
      </time>
    );
  }
  return (
    <time dateTime={date} title={whole.format(new Date(date))} className={className}>
      <span className="print:hidden">{sayWhen(date)}</span>
      <span className="hidden print:inline">{day.format(new Date(date))}</span>
    </time>
  );
}
