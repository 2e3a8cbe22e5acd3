import { plainText } from '../judging/plain-text.ts';

/** A clause for word searches. `words`: its words, "don't" as "dont". `plain`: the whole clause, for scripts that write without spaces. */
export type Clause = Readonly<{ words: readonly string[]; plain: string }>;

/** The maximum number of words that a `~` stands for. */
const GAP = 4;
/** The maximum number of characters that a `~` stands for in a script without spaces. */
const GAP_LETTERS = 12;
/** The number of letters by which the index finds phrases that begin with the beginning of a word. */
const STEM = 3;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/u;

/** Spells "don't" as "dont", so both are the same word. "l'envoi" remains two words. */
const spelled = (plain: string): string => plain.replace(/n't(?![\p{L}])/gu, 'nt');

export function clauseOf(text: string): Clause {
  const plain = plainText(text);
  return {
    words: spelled(plain)
      .split(NO_WORD)
      .filter((word) => word !== ''),
    plain,
  };
}

type Word = Readonly<{ letters: string; isStem: boolean }>;
type Phrase = readonly (Word | 'gap')[];

/** Finds phrases in clauses. The cost grows with the number of words in a clause, and hardly with the number of phrases. */
export type PhraseSearch = Readonly<{
  /** Returns the index of the word where the first phrase begins; null: the clause contains no phrase. */
  firstIn: (clause: Clause) => number | null;
  isIn: (clause: Clause) => boolean;
  /** Returns the clause without the phrases. */
  without: (clause: Clause) => Clause;
}>;

/**
 * `word` matches a whole word, `word*` the beginning of a word, `one two` adjacent words. `one ~ two` allows up to four words between them.
 * Phrases in Chinese or Japanese script match anywhere in a text. In these phrases, `~` stands for up to twelve characters.
 */
export function phrases(list: readonly string[]): PhraseSearch {
  // The first search builds the index. To build it at the start would delay each start: the lists have thousands of phrases.
  let built: PhraseSearch | undefined;
  const search = () => (built ??= searchFor(list));
  return {
    firstIn: (clause) => search().firstIn(clause),
    isIn: (clause) => search().isIn(clause),
    without: (clause) => search().without(clause),
  };
}

/** @throws Error for an entry that begins with a gap */
function searchFor(list: readonly string[]): PhraseSearch {
  const whole = new Map<string, Phrase[]>();
  const stems = new Map<string, Phrase[]>();
  const unspaced: (readonly string[])[] = [];
  for (const entry of list) {
    if (WITHOUT_SPACES.test(entry)) unspaced.push(plainText(entry).split('~'));
    else addTo(entry, whole, stems);
  }
  const matchAt = ({ words }: Clause, at: number): number | null => {
    const word = words[at] ?? '';
    for (const phrase of [...(whole.get(word) ?? []), ...(stems.get(word.slice(0, STEM)) ?? [])]) {
      const end = endOf(phrase, 0, words, at);
      if (end !== null) return end;
    }
    return null;
  };
  const unspacedIn = ({ plain }: Clause): boolean =>
    WITHOUT_SPACES.test(plain) && unspaced.some((parts) => containsInOrder(plain, parts));
  const firstIn = (clause: Clause): number | null => {
    const at = clause.words.findIndex((_, index) => matchAt(clause, index) !== null);
    if (at !== -1) return at;
    return unspacedIn(clause) ? clause.words.length : null;
  };
  return {
    firstIn,
    isIn: (clause) => firstIn(clause) !== null,
    without: (clause) => {
      const words: string[] = [];
      for (let at = 0; at < clause.words.length;) {
        const end = matchAt(clause, at);
        if (end === null) words.push(clause.words[at] ?? '');
        at = end ?? at + 1;
      }
      const plain = unspaced.reduce((text, [part = '']) => text.replaceAll(part, ' '), clause.plain);
      return { words, plain };
    },
  };
}

function addTo(entry: string, whole: Map<string, Phrase[]>, stems: Map<string, Phrase[]>): void {
  const phrase = entry.split(' ').flatMap((part): Phrase => {
    if (part === '~') return ['gap'];
    const isStem = part.endsWith('*');
    const words = clauseOf(part).words;
    return words.map((letters, at) => ({ letters, isStem: isStem && at === words.length - 1 }));
  });
  const [first] = phrase;
  if (first === undefined || first === 'gap') throw new Error(`No phrase begins with "${entry}".`);
  const index = first.isStem && first.letters.length >= STEM ? stems : whole;
  const key = first.isStem ? first.letters.slice(0, STEM) : first.letters;
  index.set(key, [...(index.get(key) ?? []), phrase]);
}

/** Matches the phrase from its index `part`, with the words from the index `at`. Returns the index after the phrase; null: no match. */
function endOf(phrase: Phrase, part: number, words: readonly string[], at: number): number | null {
  const expected = phrase[part];
  if (expected === undefined) return at;
  if (expected === 'gap') {
    for (let skipped = 0; skipped <= GAP; skipped += 1) {
      const end = endOf(phrase, part + 1, words, at + skipped);
      if (end !== null) return end;
    }
    return null;
  }
  const word = words[at];
  if (word === undefined) return null;
  const isMatch = expected.isStem ? word.startsWith(expected.letters) : word === expected.letters;
  return isMatch ? endOf(phrase, part + 1, words, at + 1) : null;
}

function containsInOrder(plain: string, [first = '', ...others]: readonly string[]): boolean {
  for (let at = plain.indexOf(first); at !== -1; at = plain.indexOf(first, at + 1)) {
    let from = at + first.length;
    const isWhole = others.every((part) => {
      const next = plain.slice(from, from + GAP_LETTERS + part.length).indexOf(part);
      from += next + part.length;
      return next !== -1;
    });
    if (isWhole) return true;
  }
  return false;
}
