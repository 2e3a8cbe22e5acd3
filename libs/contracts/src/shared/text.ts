/**
 * The longest text that Posthorn accepts, in code points. Facebook accepts 63,206. Posthorn ignores the larger limits of some Mastodon
 * servers.
 */
export const LONGEST_TEXT = 100_000;

/** Counts code points, so that the form and the server agree about emoji. */
export const textLength = (text: string): number => Array.from(text).length;

const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Whether the text has no visible character: only white space, joiners, fillers or the empty Braille cell. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Text in which each code unit is a character for readers. The segmenter is a hundred times slower. A CR may form one character with an LF. */
const PLAIN = /^[\0-\x0c\x0e-\x7f]*$/u;

/** Counts what readers call characters: a flag or a family emoji is one. */
export const graphemeLength = (text: string): number =>
  PLAIN.test(text) ? text.length : Array.from(segmenter.segment(text)).length;

/** The number of UTF-8 bytes. */
export const byteLength = (text: string): number => {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};
