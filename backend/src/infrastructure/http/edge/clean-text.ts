/** Line ends of Windows, and the characters that office programs put into copied text for soft line breaks and page breaks. */
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;
/** Platforms refuse control characters, or show them as boxes. No log accepts NUL or a lone surrogate. */
const NEVER_SHOWN = /[\0-\u0008\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu;

/** The text with `\n` as its only line end, and without control characters and lone surrogates. */
export const cleanText = (text: string): string => text.replace(LINE_END, '\n').replace(NEVER_SHOWN, '');
