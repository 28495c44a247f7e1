/**
 * The same bytes as the type that Hono sends. They are not copied: many clients may be sent the same megabytes, and a
 * slow one keeps its body for long.
 */
export function binaryBody(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(bytes);
}
