/** A line of the budget table. */
export interface BudgetRow {
  what: string;
  measured: string;
  baseline: string;
  /** Measured against the baseline. */
  ratio: number;
  /** Empty for a line that is only for comparison. */
  budget: string;
  ok: boolean | null;
}

interface Figures {
  what: string;
  measured: string;
  baseline: string;
  ratio: number;
}

/** A line whose ratio must not be below a number. */
export function atLeast(least: number, figures: Figures): BudgetRow {
  return { ...figures, budget: `>= ${least} x`, ok: figures.ratio >= least };
}

/** A line whose ratio must not be above a number. */
export function atMost(most: number, figures: Figures): BudgetRow {
  return { ...figures, budget: `<= ${most} x`, ok: figures.ratio <= most };
}

/** A line that must not take longer than so many milliseconds. */
export function within(most: number, took: number, figures: Omit<Figures, "measured">): BudgetRow {
  return {
    ...figures,
    measured: milliseconds(took),
    budget: `<= ${most} ms`,
    ok: took <= most,
  };
}

/** A line that is only for comparison. */
export function forComparison(figures: Figures): BudgetRow {
  return { ...figures, budget: "", ok: null };
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
}

export function perSecond(value: number, what: string): string {
  return `${Math.round(value)} ${what}/s`;
}
