import type { Config } from "@colonnade/domain/config.ts";

/** Headers of every response, except JSON from the response cache, which has its own. */
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
 * Allows only our own scripts; on a devnet also the dev wallet's scripts and frame, which the node serves. Pages ask
 * the node directly for names, fees and transactions, on every network. Rendered pages carry inline styles.
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
