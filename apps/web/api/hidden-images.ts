let hidden: ReadonlySet<string> = new Set();

/** Sets which images of the rendered page a watcher has hidden, by their addresses in its answers. */
export function provideHiddenImages(addresses: string[]): void {
  hidden = new Set(addresses);
}

/** Whether the service said with the page that a watcher has hidden this image. */
export const isKnownHidden = (address: string): boolean => hidden.has(address);
