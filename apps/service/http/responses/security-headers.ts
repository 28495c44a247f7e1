import type { RequestListener } from "node:http";
import type { Config } from "@colonnade/domain/config.ts";

type PolicyConfig = Pick<Config, "network" | "nodeUrl" | "ipfsGateway">;

/** An answer that is no page may load nothing, and may not be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Headers of every response, except a 304 from the response cache. A page replaces the content security policy with its
 * own.
 */
export function securityHeaders({ origin }: Pick<Config, "origin">): Record<string, string> {
  return {
    "content-security-policy": DATA_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ...(origin.startsWith("https:")
      ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
      : {}),
  };
}

/** Sets headers on every response of a listener, whatever sends it. The listener may replace single ones. */
export function withHeaders(
  headers: Record<string, string>,
  listener: RequestListener,
): RequestListener {
  const entries = Object.entries(headers);
  return (request, response) => {
    for (const [name, value] of entries) response.setHeader(name, value);
    listener(request, response);
  };
}

/**
 * The content security policy of a page. It allows only our own scripts; on a devnet also the dev wallet's scripts and
 * frame, which the node serves. Pages ask the node directly for names, fees and transactions, on every network. They
 * may frame this site's embeds. In Chromium, Trusted Types keep text from becoming markup or code.
 * @param styles sources of the page's own inline styles, such as `'sha256-…'`
 * @param trusting names of the page's policies of Trusted Types; `colonnade` is the web app's, for the dev wallet's
 *   script
 */
export function pagePolicy(
  { network, nodeUrl, ipfsGateway }: PolicyConfig,
  { styles = [], trusting = ["colonnade"] }: { styles?: string[]; trusting?: string[] } = {},
): string {
  const node = new URL(nodeUrl).origin;
  const wallet = network === "devnet" ? ` ${node}` : "";
  return [
    "default-src 'self'",
    `script-src 'self'${wallet}`,
    ["style-src 'self'", ...styles].join(" "),
    `img-src 'self' data: blob: ${gatewayHosts(ipfsGateway)}`,
    "font-src 'self' data:",
    `connect-src 'self' ${node}`,
    `frame-src 'self'${wallet}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ["trusted-types", ...trusting].join(" "),
  ].join("; ");
}

/** The IPFS gateway, and the hosts below it, where some gateways lead. An address of digits has none. */
function gatewayHosts(gateway: string): string {
  const { origin, protocol, host, hostname } = new URL(gateway);
  return /\.[a-z]+$/.test(hostname) ? `${origin} ${protocol}//*.${host}` : origin;
}
