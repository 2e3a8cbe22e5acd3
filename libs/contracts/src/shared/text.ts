/**
 * In code points: no account takes a longer text. Facebook takes 63,206; whatever more a server of Mastodon says of itself
 * is taken for this.
 */
export const LONGEST_TEXT = 100_000;

/** Code points, so that the form and the server count an emoji alike. */
export const textLength = (text: string): number => Array.from(text).length;

const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Nothing of it can be seen: white space, joiners, fillers, the empty Braille cell. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader would call characters: a flag or a family emoji is one. */
export const graphemeLength = (text: string): number => Array.from(segmenter.segment(text)).length;

/** UTF-8 bytes. */
export const byteLength = (text: string): number => {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};
