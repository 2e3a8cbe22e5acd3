/** Characters that a terminal interprets instead of showing: control characters, text direction, line ends. */
const INTERPRETED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Makes an untrusted text safe for one line of a terminal. Characters that would move the cursor, hide text or begin a new line
 * are written as JSON escapes.
 */
export const forTerminal = (text: string): string => text.replace(INTERPRETED, byNumber);

const byNumber = (sign: string): string =>
  Array.from(
    { length: sign.length },
    (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
