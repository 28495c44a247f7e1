/** Where somebody's profile is: one's own has its own page. */
export function profilePath(address: string, viewerAddress: string | null): string {
  return address === viewerAddress ? "/profile" : `/profile/${address}`;
}
