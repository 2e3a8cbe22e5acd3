import { JUDGED_MAX } from './model-text.ts';

/** Invisible characters. Inside a word, they would hide it from a search. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Matches a text that has a visible character. */
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
 * Returns one spelling for texts that look alike, for word searches: small letters, no accents, no invisible characters, single spaces.
 * Keeps look-alike letters of other scripts; the check `look-alikes` finds them.
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

/** Splits lines of words. A comma and a space separate the words of a line. */
export const wordList = (...lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.split(', '));

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const NO_LETTER_BEFORE = '(?<![\\p{L}\\p{N}])';
const NO_LETTER_AFTER = '(?![\\p{L}\\p{N}\\p{M}])';

/**
 * Tests whether a plain text contains a word of a list. The first test compiles the pattern, because hundreds of words would delay each
 * start.
 */
type WordSearch = Readonly<{ test(text: string): boolean }>;

/**
 * Finds any of the words in a plain text. `word` matches a whole word, `word*` the beginning of a word, and `*word*` any part of a word.
 * Words of scripts that write without spaces match anywhere.
 */
export function anyOf(words: readonly string[]): WordSearch {
  let pattern: RegExp | undefined;
  const compiled = () => (pattern ??= patternOf(words));
  return { test: (text) => compiled().test(text) };
}

/**
 * Words with the same boundaries share one test of each boundary. With a test for each word, V8 took two seconds to compile all lists, and
 * nothing else could run in the process during that time.
 */
export function patternOf(words: readonly string[]): RegExp {
  const patterns = BOUNDARIES.flatMap((boundaries) => {
    const group = words.filter((word) => boundariesOf(word) === boundaries).map(escapedWord);
    return group.length === 0 ? [] : [`${boundaries.before}(?:${group.join('|')})${boundaries.after}`];
  });
  return new RegExp(patterns.join('|'), 'u');
}

const escapedWord = (word: string): string =>
  plainText(word.replaceAll('*', ''))
    .replace(/[\\^$.?+()[\]{}|]/gu, '\\$&')
    .replace(/ /gu, "[\\s'-]+");

type Boundaries = Readonly<{ before: string; after: string }>;
const WHOLE_WORD: Boundaries = { before: NO_LETTER_BEFORE, after: NO_LETTER_AFTER };
const BEGINNING: Boundaries = { before: NO_LETTER_BEFORE, after: '' };
const ENDING: Boundaries = { before: '', after: NO_LETTER_AFTER };
const ANYWHERE: Boundaries = { before: '', after: '' };
const BOUNDARIES = [WHOLE_WORD, BEGINNING, ENDING, ANYWHERE] as const;

function boundariesOf(word: string): Boundaries {
  if (WITHOUT_SPACES.test(word)) return ANYWHERE;
  if (word.startsWith('*')) return word.endsWith('*') ? ANYWHERE : ENDING;
  return word.endsWith('*') ? BEGINNING : WHOLE_WORD;
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Returns the words of a plain text, even in languages that write without spaces. */
export const wordsOf = (plain: string): readonly string[] =>
  [...words.segment(plain)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));

/** Contains the words of these texts. The first question splits the texts, because that would delay each start. */
export function wordSet(texts: readonly string[]): Pick<ReadonlySet<string>, 'has'> {
  let built: ReadonlySet<string> | undefined;
  const all = () => (built ??= new Set(texts.flatMap((text) => wordsOf(plainText(text)))));
  return { has: (word) => all().has(word) };
}
