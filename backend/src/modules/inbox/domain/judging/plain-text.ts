import { JUDGED_MAX } from './model-text.ts';

/** Joins nothing, shows nothing: what hides a word from a search for it. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** In a text of which a reader sees something. */
export const VISIBLE = /[^\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ACCENTS = /[\u0300-\u036F]/gu;

const firstLetters = (text: string): string =>
  Array.from(
    text
      .replace(/[^\S\uFEFF]+/gu, ' ')
      .replace(INVISIBLE, '')
      .trim(),
  )
    .slice(0, JUDGED_MAX)
    .join('');

/**
 * One spelling of what reads alike, to look for words in: small letters, no accents, no invisible characters, one space. Letters
 * of one script that pass for those of another stay apart; `look-alikes` finds them.
 */
export const plainText = (text: string): string =>
  firstLetters(text)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(/[’‘ʼ`´]/gu, "'")
    .replace(/\s+/gu, ' ')
    .trim();

/** Words that lines name, with a comma and a space between them. */
export const listed = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split(', '));

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const NO_LETTER_BEFORE = '(?<![\\p{L}\\p{N}])';
const NO_LETTER_AFTER = '(?![\\p{L}\\p{N}\\p{M}])';

/** Tells whether a plain text has any of its words. Compiled when it is first asked: hundreds of words would hold up every start. */
export type WordSearch = Readonly<{ test(text: string): boolean }>;

/**
 * Finds any of the words in a plain text. `word` stands alone, `word*` begins one, `*word*` is found anywhere; words of scripts that write
 * without spaces are found anywhere too.
 */
export function anyOf(words: readonly string[]): WordSearch {
  let pattern: RegExp | undefined;
  return { test: (text) => (pattern ??= patternOf(words)).test(text) };
}

function patternOf(words: readonly string[]): RegExp {
  const patterns = words.map((word) => {
    const inner = plainText(word.replaceAll('*', ''))
      .replace(/[\\^$.?+()[\]{}|]/gu, '\\$&')
      .replace(/ /gu, "[\\s'-]+");
    if (WITHOUT_SPACES.test(word)) return inner;
    const before = word.startsWith('*') ? '' : NO_LETTER_BEFORE;
    return `${before}${inner}${word.endsWith('*') ? '' : NO_LETTER_AFTER}`;
  });
  return new RegExp(patterns.join('|'), 'u');
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Words of a plain text, also of languages that write without spaces. */
export const wordsOf = (plain: string): readonly string[] =>
  [...words.segment(plain)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
