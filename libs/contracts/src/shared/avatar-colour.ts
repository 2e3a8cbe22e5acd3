// Each colour has a contrast of at least 4.9:1 to white.
export const AVATAR_COLOURS = [
  '#b91c1c',
  '#b33c0c',
  '#92500a',
  '#4d7c0f',
  '#15763a',
  '#0f766e',
  '#0e7090',
  '#1d5fd1',
  '#4f46e5',
  '#7c3aed',
  '#a21caf',
  '#be185d',
] as const;

/** The same name always has the same colour (FNV-1a). */
export function avatarColour(name: string): string {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return AVATAR_COLOURS[hash % AVATAR_COLOURS.length] ?? AVATAR_COLOURS[0];
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters that can represent a word; punctuation around it cannot. */
const LETTER = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
function firstLetterOf(word: string): string {
  for (const { segment } of graphemes.segment(word)) if (LETTER.test(segment)) return segment;
  return '';
}

/** The first visible characters of the first and the last word, each one character if possible. */
export function initials(name: string): string {
  const letters = name
    .normalize('NFC')
    .split(/[\s._@-]+/u)
    .map(firstLetterOf)
    .filter((letter) => letter !== '');
  const ends = letters.length > 1 ? [letters[0], letters.at(-1)] : letters;
  // Some characters become two in upper case.
  return ends.map((letter = '') => firstLetterOf(letter.toLocaleUpperCase('en'))).join('');
}
