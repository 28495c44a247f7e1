/** Whether an `If-None-Match` names a tag. Tags compare weakly, as RFC 9110 has it for this header. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const strong = (tag: string) => tag.trim().replace(/^W\//, "");
  return (
    ifNoneMatch === etag ||
    ifNoneMatch.trim() === "*" ||
    ifNoneMatch.split(",").some((tag) => strong(tag) === strong(etag))
  );
}
