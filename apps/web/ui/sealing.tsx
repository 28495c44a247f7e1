import "./sealing.css";
import type { ReactNode } from "react";
import { type Band, FINENESS, threadPath } from "./guilloche.tsx";
import { SealMark } from "./stamp.tsx";

const rings: { band: Band; ink: string; turn: string }[] = [
  {
    band: { inner: 520, outer: 740, swings: 221, petals: 17, swell: 26, curl: 13 },
    ink: "light-dark(#0f6b4b, #52c79a)",
    turn: "",
  },
  {
    band: { inner: 756, outer: 960, swings: 289, petals: 17, swell: 30, curl: 15 },
    ink: "light-dark(#b98a1f, #d9b25c)",
    turn: "backwards",
  },
];

const EDGE = 1024 * FINENESS;

/** Presses a seal onto `children`: the paper yields, and engraved rings open around it. Plays once. */
export function Sealing({ children }: { children: ReactNode }) {
  return (
    <div className="sealing relative isolate mb-6">
      {rings.map(({ band, ink, turn }) => (
        <svg
          key={ink}
          aria-hidden="true"
          viewBox={`${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`}
          fill="none"
          className="pointer-events-none absolute top-1/2 left-1/2 -z-10 size-[34rem] max-w-none -translate-1/2 [mask-image:linear-gradient(black_58%,transparent_80%)] sm:size-[42rem]"
        >
          <path
            d={threadPath(band)}
            style={{ stroke: ink }}
            strokeWidth={2.4 * FINENESS}
            className={`sealing-halo opacity-45 ${turn}`}
          />
        </svg>
      ))}
      <div className="sealing-paper">{children}</div>
      <span className="sealing-seal absolute -right-16 -bottom-9 inline-flex size-32 items-center justify-center rounded-full border border-rule bg-sheet text-approved">
        <SealMark className="size-28" />
      </span>
    </div>
  );
}
