/** A block's JSON in parts, as the node posted or answered it: one long copy would hold up the service. */
export type PostedBody = Uint8Array<ArrayBuffer>[];

/** The text of a body. */
export const textOf = (body: PostedBody) => Buffer.concat(body).toString("utf8");

/** Bytes of a body. */
export const sizeOf = (body: PostedBody) => body.reduce((sum, { length }) => sum + length, 0);

/** Bytes. A longer post is left to the leader, which reads the block from the node's lists, else quarantined. */
export const LARGEST_PAYLOAD = 64 * 1024 * 1024;

/** Bytes. */
const PART = 1024 * 1024;

/** Collects a body that arrives. */
export function createPostedBody() {
  const full: PostedBody = [];
  let part = new Uint8Array(0);
  let used = 0;
  return {
    add(chunk: Uint8Array): void {
      for (let rest = chunk; rest.length > 0; ) {
        if (used === part.length) {
          if (used > 0) full.push(part);
          [part, used] = [new Uint8Array(PART), 0];
        }
        const taken = rest.subarray(0, part.length - used);
        part.set(taken, used);
        used += taken.length;
        rest = rest.subarray(taken.length);
      }
    },
    /** Bytes so far. */
    size: () => full.length * PART + used,
    parts: (): PostedBody => [...full, part.slice(0, used)],
  };
}
