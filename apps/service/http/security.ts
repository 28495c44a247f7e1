import type { Config } from "@colonnade/domain/config.ts";

/** Headers of every answer but those from memory, which are JSON alone; with the policy that keeps a page to what is ours. */
export function securityHeaders(config: Config): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(config),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ...(config.origin.startsWith("https:")
      ? { "strict-transport-security": "max-age=31536000" }
      : {}),
  };
}

/**
 * Scripts are ours alone; on a devnet also the dev wallet's, which the node serves, and its frame. A page asks
 * the node directly (names, fees, transactions), so that may be connected to on every network. Styles may stand
 * in the page: a rendered one has its own in it.
 */
function contentSecurityPolicy({ network, nodeUrl, ipfsGateway }: Config): string {
  const node = new URL(nodeUrl).origin;
  const wallet = network === "devnet" ? ` ${node}` : "";
  return [
    "default-src 'self'",
    `script-src 'self'${wallet}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https: ${new URL(ipfsGateway).origin}`,
    "font-src 'self' data:",
    `connect-src 'self' ${node}`,
    `frame-src ${wallet === "" ? "'none'" : node}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
