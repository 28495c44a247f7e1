const MICRO = 1_000_000n;

/** Micro-STX as people write STX: `1,234.5`. */
export function formatStx(microStx: bigint): string {
  const whole = (microStx / MICRO).toLocaleString("en-US");
  const fraction = (microStx % MICRO).toString().padStart(6, "0").replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** STX as typed (`0.003`) in micro-STX; undefined where that is not an amount. */
export function parseStx(text: string): bigint | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text.trim().replaceAll(",", ""));
  if (match === null) return undefined;
  const [, whole = "0", fraction = ""] = match;
  return BigInt(whole) * MICRO + BigInt(fraction.padEnd(6, "0"));
}
