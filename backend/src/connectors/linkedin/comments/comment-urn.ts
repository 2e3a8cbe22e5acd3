/** A comment's URN holds what it is under and its number. */
export type CommentUrn = Readonly<{ urn: string; object: string; id: string }>;

const COMMENT = /^urn:li:comment:\((?:urn:li:)?(\w+):([\w-]+),([\w-]+)\)$/u;

/** One form of the two that LinkedIn writes: `(urn:li:activity:1,2)`, and `(activity:1,2)` in notifications. Null: it is none. */
export function commentUrnOf(text: string | null): CommentUrn | null {
  const [, kind, entity, id] = COMMENT.exec(decoded(text ?? '')) ?? [];
  if (kind === undefined || entity === undefined || id === undefined) return null;
  const object = `urn:li:${kind}:${entity}`;
  return { urn: commentUrn(object, id), object, id };
}

export const commentUrn = (object: string, id: string): string => `urn:li:comment:(${object},${id})`;

/** Comments of a post, or answers to a comment. Rest.li wants its own signs in a key encoded as well. */
export const commentsPath = (urn: string): string =>
  `/rest/socialActions/${encodeURIComponent(urn).replaceAll('(', '%28').replaceAll(')', '%29')}/comments`;

/** Rest.li may write keys percent-encoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
