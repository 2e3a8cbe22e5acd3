/** What a terminal obeys instead of showing it: control signs, directions of writing, ends of lines. */
const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A text that may hold words of strangers, for one line of a terminal: what would move the cursor, hide text or begin a
 * line of its own is written by its number, in the way of JSON.
 */
export const forTerminal = (text: string): string => text.replace(OBEYED, byNumber);

const byNumber = (sign: string): string =>
  Array.from(
    { length: sign.length },
    (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
