/** A comment's URN, which contains the object under which the comment is, and the comment's id. */
export type CommentUrn = Readonly<{ urn: string; object: string; id: string }>;

const COMMENT = /^urn:li:comment:\((?:urn:li:)?(\w+):([\w-]+),([\w-]+)\)$/u;

/**
 * Normalizes the two formats that LinkedIn uses: `(urn:li:activity:1,2)`, and `(activity:1,2)` in notifications. Null: the text
 * has neither format.
 */
export function commentUrnOf(text: string | null): CommentUrn | null {
  const [, kind, entity, id] = COMMENT.exec(decodeKey(text ?? '')) ?? [];
  if (kind === undefined || entity === undefined || id === undefined) return null;
  const object = `urn:li:${kind}:${entity}`;
  return { urn: commentUrn(object, id), object, id };
}

export const commentUrn = (object: string, id: string): string => `urn:li:comment:(${object},${id})`;

/** The path of the comments of a post, or of the replies to a comment. Rest.li requires that parentheses in a key are also encoded. */
export const commentsPath = (urn: string): string =>
  `/rest/socialActions/${encodeURIComponent(urn).replaceAll('(', '%28').replaceAll(')', '%29')}/comments`;

/** Decodes a key, which Rest.li may percent-encode. */
export function decodeKey(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
