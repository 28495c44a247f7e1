/** Whether over the page stands something that has to be answered first. */
export function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"], dialog[open]') !== null;
}
