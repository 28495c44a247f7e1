import { Drawing } from "./drawing.tsx";

/** A sheet torn along its perforation: something did not come through. */
export function TornSheet() {
  return (
    <Drawing>
      <path d="M34 18h58l-5 10 6 9-7 10 6 10-6 9 7 10-6 10 6 10-7 9 5 10H34z" />
      <path d="M112 26h58v104h-58l-5-9 7-10-6-9 6-10-7-10 6-10-6-9 7-10-6-9 4-9" />
      <path d="M46 36h28M46 48h34M46 60h24M126 46h30M126 58h34M126 70h22" opacity="0.6" />
      <path
        className="text-seal"
        stroke="currentColor"
        d="M134 98l16 16M150 98l-16 16"
        strokeWidth="1.75"
      />
    </Drawing>
  );
}
