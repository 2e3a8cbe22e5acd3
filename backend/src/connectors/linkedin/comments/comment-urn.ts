/** A comment's URN holds the object that it is under, and its number. */
export type CommentUrn = Readonly<{ urn: string; object: string; id: string }>;

const COMMENT = /^urn:li:comment:\((?:urn:li:)?(\w+):([\w-]+),([\w-]+)\)$/u;

/** Normalizes the two forms that LinkedIn writes: `(urn:li:activity:1,2)`, and `(activity:1,2)` in notifications. Null: it is neither. */
export function commentUrnOf(text: string | null): CommentUrn | null {
  const [, kind, entity, id] = COMMENT.exec(decoded(text ?? '')) ?? [];
  if (kind === undefined || entity === undefined || id === undefined) return null;
  const object = `urn:li:${kind}:${entity}`;
  return { urn: commentUrn(object, id), object, id };
}

export const commentUrn = (object: string, id: string): string => `urn:li:comment:(${object},${id})`;

/** The path to the comments of a post, or the answers to a comment. Rest.li requires that its own signs in a key are encoded as well. */
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
