import type { Exchange } from "../../../packages/verify/verify.ts";

/** A line for a shell that asks a node the same question. */
export function curlLine({ method, url, body }: Exchange): string {
  if (method === "GET") return `curl ${quote(url)}`;
  const json = quote(JSON.stringify(body));
  return `curl ${quote(url)} -H 'content-type: application/json' -d ${json}`;
}

/** One argument for a POSIX shell, whatever it holds. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
