/**
 * Carries out the newest of many quick changes of mind: one request at a time, and of the wishes made while it
 * runs only the last. A wish that has come true already is not sent again.
 */
export class ToggleQueue {
  #settled: boolean;
  #wish: boolean;
  #running: Promise<boolean> | undefined;
  readonly #run: (wish: boolean) => Promise<void>;

  /**
   * @param settled how things stand
   * @param run makes a wish come true, or throws
   */
  constructor(settled: boolean, run: (wish: boolean) => Promise<void>) {
    this.#settled = settled;
    this.#wish = settled;
    this.#run = run;
  }

  /**
   * Wishes for a state.
   * @returns how things stand once nothing is left to do; the same promise for all who wait
   * @throws what a request throws; the wishes after it are given up
   */
  wish(state: boolean): Promise<boolean> {
    this.#wish = state;
    this.#running ??= this.#work();
    return this.#running;
  }

  async #work(): Promise<boolean> {
    // Wishes made in one go are one wish; and #running is set before this ends.
    await null;
    try {
      while (this.#wish !== this.#settled) {
        const wish = this.#wish;
        await this.#run(wish);
        this.#settled = wish;
      }
      return this.#settled;
    } catch (error) {
      this.#wish = this.#settled;
      throw error;
    } finally {
      this.#running = undefined;
    }
  }
}
