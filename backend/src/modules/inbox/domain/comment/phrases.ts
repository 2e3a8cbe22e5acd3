import { plainText } from '../judging/plain-text.ts';

/** A clause for word searches. `words`: its words without apostrophes; `plain`: all of it, for scripts that write without spaces. */
export type Clause = Readonly<{ words: readonly string[]; plain: string }>;

/** The most words that a `~` stands for. */
const GAP = 4;
/** The same in a script without spaces, in characters. */
const GAP_LETTERS = 12;
const STEM = 3;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/u;

/** "don't" and "dont" are the same word; "l'envoi" is two. */
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

/** Finds phrases in clauses. Its cost grows with the words of a clause, and hardly with the number of phrases. */
export type PhraseSearch = Readonly<{
  /** The first word of a phrase in the clause; null: there is none. */
  firstIn: (clause: Clause) => number | null;
  isIn: (clause: Clause) => boolean;
  /** The clause without the phrases. */
  without: (clause: Clause) => Clause;
}>;

/**
 * `word` is a whole word, `word*` its beginning, `one two` are neighbours, and `one ~ two` may have up to four words between them.
 * Japanese phrases match at any place; a `~` there stands for up to twelve characters.
 */
export function phrases(list: readonly string[]): PhraseSearch {
  // Built at the first search: thousands of phrases would delay each start of the product.
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
    WITHOUT_SPACES.test(plain) && unspaced.some((parts) => hasParts(plain, parts));
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

/** The index after the phrase, which begins with `part` at `at`; null: it is not there. */
function endOf(phrase: Phrase, part: number, words: readonly string[], at: number): number | null {
  const wanted = phrase[part];
  if (wanted === undefined) return at;
  if (wanted === 'gap') {
    for (let skipped = 0; skipped <= GAP; skipped += 1) {
      const end = endOf(phrase, part + 1, words, at + skipped);
      if (end !== null) return end;
    }
    return null;
  }
  const word = words[at];
  if (word === undefined) return null;
  const isThere = wanted.isStem ? word.startsWith(wanted.letters) : word === wanted.letters;
  return isThere ? endOf(phrase, part + 1, words, at + 1) : null;
}

function hasParts(plain: string, [first = '', ...more]: readonly string[]): boolean {
  for (let at = plain.indexOf(first); at !== -1; at = plain.indexOf(first, at + 1)) {
    let from = at + first.length;
    const isWhole = more.every((part) => {
      const next = plain.slice(from, from + GAP_LETTERS + part.length).indexOf(part);
      from += next + part.length;
      return next !== -1;
    });
    if (isWhole) return true;
  }
  return false;
}
