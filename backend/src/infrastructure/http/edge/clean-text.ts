/** Line ends of Windows, and the characters that office programs put into copied text for soft line breaks and page breaks. */
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;
/** Platforms refuse control characters, or show them as boxes. No log accepts NUL or a lone surrogate. */
const NEVER_SHOWN = /[\0-\u0008\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu;
/**
 * Letters with separate accents, and syllables of Korean in parts, as PDFs and file names of a Mac contain them. Only these are composed: the form NFC
 * would also replace characters of names that Japanese and Korean write in an older form.
 */
const DECOMPOSED = /[\p{L}\p{N}]\p{M}+|[\u1100-\u11ff]{2,}/gu;

/** The text with `\n` as its only line end, with composed letters, and without control characters and lone surrogates. */
export const cleanText = (text: string): string =>
  text
    .replace(LINE_END, '\n')
    .replace(NEVER_SHOWN, '')
    .replace(DECOMPOSED, (letter) => letter.normalize('NFC'));
