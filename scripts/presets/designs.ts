/**
 * What tells the ten presets apart: vignette, further inks and the gearing of the engine.
 * Paper and first ink are the category's own.
 */

import type { PresetCategory } from "@colonnade/domain/category.ts";
import type { IconName } from "./icons.ts";

export type Design = {
  icon: IconName;
  /** The ink that the main ring runs into from one side, as in rainbow printing. */
  dawn: string;
  /** Second printing: the outer ring and the beads. */
  accent: string;
  main: Gearing;
  border: Gearing;
};

/** How a ring is woven. */
export type Gearing = {
  lobes: number;
  /** Height of the lobes outside and inside; opposite signs make beads, equal ones a snake. */
  swell: readonly [outer: number, inner: number];
  wavesPerLobe: number;
  lines: number;
  curl?: number;
  crowd?: number;
};

export const designs: Readonly<Record<PresetCategory["slug"], Design>> = {
  "art-and-culture": {
    icon: "palette",
    dawn: "#6E2A86",
    accent: "#DB7F24",
    main: { lobes: 12, swell: [20, -12], wavesPerLobe: 2, lines: 13 },
    border: { lobes: 24, swell: [9, 0], wavesPerLobe: 1, lines: 10, curl: -0.7 },
  },
  "character-and-ethics": {
    icon: "scales",
    dawn: "#1F6652",
    accent: "#A9822A",
    main: { lobes: 18, swell: [14, -8], wavesPerLobe: 1, lines: 20 },
    border: { lobes: 18, swell: [12, 0], wavesPerLobe: 2, lines: 9 },
  },
  "education-and-training": {
    icon: "mortarboard",
    dawn: "#0E7590",
    accent: "#C08F1E",
    main: { lobes: 16, swell: [18, -10], wavesPerLobe: 2, lines: 10 },
    border: { lobes: 32, swell: [8, 0], wavesPerLobe: 1, lines: 10, curl: 0.9 },
  },
  finance: {
    icon: "bars",
    dawn: "#0F5E86",
    accent: "#C9772B",
    main: { lobes: 20, swell: [15, -9], wavesPerLobe: 1, lines: 18, crowd: 0.9 },
    border: { lobes: 40, swell: [8, 0], wavesPerLobe: 1, lines: 8 },
  },
  identity: {
    icon: "fingerprint",
    dawn: "#A0246E",
    accent: "#CF7A22",
    main: { lobes: 14, swell: [18, 12], wavesPerLobe: 2, lines: 11 },
    border: { lobes: 28, swell: [9, 0], wavesPerLobe: 1, lines: 10, curl: -1.25 },
  },
  legal: {
    icon: "deed",
    dawn: "#8A2424",
    accent: "#A3282F",
    main: { lobes: 24, swell: [12, -7], wavesPerLobe: 1, lines: 15 },
    border: { lobes: 24, swell: [11, 0], wavesPerLobe: 2, lines: 7 },
  },
  "membership-and-organizations": {
    icon: "rings",
    dawn: "#3A3F9C",
    accent: "#D35F39",
    main: { lobes: 9, swell: [22, -14], wavesPerLobe: 3, lines: 12 },
    border: { lobes: 18, swell: [10, 0], wavesPerLobe: 2, lines: 8, curl: -1 },
  },
  "professional-and-business": {
    icon: "briefcase",
    dawn: "#5B4636",
    accent: "#CE4A22",
    main: { lobes: 15, swell: [17, 11], wavesPerLobe: 2, lines: 11 },
    border: { lobes: 45, swell: [7, 0], wavesPerLobe: 1, lines: 8 },
  },
  "recreation-and-fitness": {
    icon: "mountains",
    dawn: "#B21F4A",
    accent: "#1F7A80",
    main: { lobes: 11, swell: [20, -12], wavesPerLobe: 2, lines: 14 },
    border: { lobes: 22, swell: [12, 0], wavesPerLobe: 2, lines: 8, curl: -0.4 },
  },
  "science-and-technology": {
    icon: "flask",
    dawn: "#1D6B2A",
    accent: "#BE3655",
    main: { lobes: 13, swell: [19, 12], wavesPerLobe: 2, lines: 12 },
    border: { lobes: 13, swell: [13, 0], wavesPerLobe: 4, lines: 8 },
  },
};
