/** What tells the ten presets apart: vignette, inks, paper and the gearing of the engine. */

import type { IconName } from "./icons.ts";

export type Design = {
  slug: string;
  /** Microprint, in capitals. */
  legend: string;
  icon: IconName;
  paper: string;
  ink: string;
  /** Second printing, the outer ring. */
  accent: string;
  lobes: number;
  outerLobes: number;
};

export const designs: readonly Design[] = [
  {
    slug: "art-and-culture",
    legend: "ART AND CULTURE",
    icon: "palette",
    paper: "#F5E2DF",
    ink: "#A51D3D",
    accent: "#E08A2E",
    lobes: 12,
    outerLobes: 24,
  },
  {
    slug: "character-and-ethics",
    legend: "CHARACTER AND ETHICS",
    icon: "scales",
    paper: "#E9EBDD",
    ink: "#47591F",
    accent: "#B08A2C",
    lobes: 18,
    outerLobes: 18,
  },
  {
    slug: "education-and-training",
    legend: "EDUCATION AND TRAINING",
    icon: "mortarboard",
    paper: "#E2E8F4",
    ink: "#1F3A93",
    accent: "#C9982A",
    lobes: 16,
    outerLobes: 32,
  },
  {
    slug: "finance",
    legend: "FINANCE",
    icon: "bars",
    paper: "#E1EFE4",
    ink: "#0B6B43",
    accent: "#D07B2D",
    lobes: 20,
    outerLobes: 40,
  },
  {
    slug: "identity",
    legend: "IDENTITY",
    icon: "fingerprint",
    paper: "#EDE4F4",
    ink: "#5A2A8C",
    accent: "#D9822B",
    lobes: 14,
    outerLobes: 28,
  },
  {
    slug: "legal",
    legend: "LEGAL",
    icon: "deed",
    paper: "#F1E9D8",
    ink: "#6B4A12",
    accent: "#A3282F",
    lobes: 24,
    outerLobes: 24,
  },
  {
    slug: "membership-and-organizations",
    legend: "MEMBERSHIP AND ORGANIZATIONS",
    icon: "rings",
    paper: "#DDECF2",
    ink: "#0E5A78",
    accent: "#D9663F",
    lobes: 9,
    outerLobes: 18,
  },
  {
    slug: "professional-and-business",
    legend: "PROFESSIONAL AND BUSINESS",
    icon: "briefcase",
    paper: "#E9E7E3",
    ink: "#2E2C31",
    accent: "#D5532B",
    lobes: 15,
    outerLobes: 45,
  },
  {
    slug: "recreation-and-fitness",
    legend: "RECREATION AND FITNESS",
    icon: "mountains",
    paper: "#F9E6D9",
    ink: "#AF4108",
    accent: "#1F7A80",
    lobes: 11,
    outerLobes: 11,
  },
  {
    slug: "science-and-technology",
    legend: "SCIENCE AND TECHNOLOGY",
    icon: "flask",
    paper: "#DBEFEC",
    ink: "#00635C",
    accent: "#C23A55",
    lobes: 13,
    outerLobes: 13,
  },
];
