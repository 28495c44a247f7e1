let lastFocused: Element | null = null;

/**
 * Remembers where the keyboard was. The wallet picker of @stacks/connect is gone from the page
 * before the wallet opens, so the dialog alone would give the focus back to nothing.
 */
export function watchFocus() {
  remember(document.activeElement);
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element) remember(event.target);
  });
}

/** Puts the keyboard back to where it was, unless it has a place already. */
export function restoreFocus() {
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body;
  if (isLost && lastFocused instanceof HTMLElement && lastFocused.isConnected) lastFocused.focus();
}

function remember(element: Element | null) {
  if (element === null || element === document.body) return;
  if (element.localName === "connect-modal" || element.hasAttribute("data-dev-wallet")) return;
  lastFocused = element;
}
