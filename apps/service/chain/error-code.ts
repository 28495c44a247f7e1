/** `(err uN)`, serialized: a response that is an error, of a whole number in sixteen bytes. */
const ERROR = /^0x0801([0-9a-f]{32})$/;

/**
 * The code of the error that a contract answered.
 * @param result consensus-serialized, hexadecimal; absent where it is not known
 * @returns null for any other answer
 */
export function errorCodeOf(result: string | null | undefined): number | null {
  const digits = ERROR.exec(result ?? "")?.[1];
  const code = Number(`0x${digits}`);
  return Number.isSafeInteger(code) ? code : null;
}
