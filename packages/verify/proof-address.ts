/**
 * The address of a proof; `/verify/12` and `/endorsement/12` of any service name the proof 12 there.
 * @param address a URL
 */
export function proofAddressOf(address: string): string {
  const url = new URL(address);
  const id = /^\/(?:verify|endorsement)\/(\d+)\/?$/.exec(url.pathname)?.[1];
  return id === undefined ? url.href : `${url.origin}/api/proof/${id}`;
}
