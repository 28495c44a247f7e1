/**
 * Stands in for the dialog of @stacks/connect, which it brings up when it is not told which wallet to ask.
 * Colonnade always tells it: it has a dialog of its own.
 */
export function defineCustomElements(): never {
  throw new Error("The dialog of @stacks/connect is not part of Colonnade");
}
