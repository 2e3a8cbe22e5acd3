import type { Platform } from '@posthorn/contracts/shared/platform';

/**
 * A platform folds a text in its feed after this number of letters or lines, whichever comes first. `word`:
 * the button that shows the rest.
 */
type Fold = Readonly<{ letters?: number; lines: number; word: string }>;

/** Approximate limits of the phone apps, because a preview is about as wide as a phone. Two limits are public: Bluesky's app folds after 25
 * lines (`MAX_POST_LINES`), Mastodon's web pages at the height of 32 lines (`MAX_HEIGHT`). The others were observed in the apps and differ
 * by screen, for example three lines on LinkedIn. X folds texts that are longer than a short post. Missing platforms do not fold.
 */
const FOLDS: Readonly<Partial<Record<Platform, Fold>>> = {
  bluesky: { lines: 25, word: 'Show more' },
  facebook: { lines: 5, word: 'See more' },
  instagram: { letters: 125, lines: 3, word: 'more' },
  linkedin: { lines: 3, word: 'more' },
  mastodon: { lines: 32, word: 'Read more' },
  pinterest: { letters: 100, lines: 3, word: 'more' },
  tiktok: { letters: 90, lines: 2, word: 'more' },
  twitter: { letters: 280, lines: Infinity, word: 'Show more' },
  youtube: { letters: 100, lines: 3, word: 'more' },
};
/** The number of letters that a phone shows in one line. */
const LETTERS_OF_LINE = 45;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the visible beginning of a folded text; null: the whole text is visible. */
export function folded(text: string, platform: Platform): Readonly<{ seen: string; word: string }> | null {
  const fold = FOLDS[platform];
  if (!fold) return null;
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment);
  const seen = lettersSeen(letters, fold);
  if (seen >= letters.length) return null;
  return { seen: letters.slice(0, seen).join('').trimEnd(), word: fold.word };
}

/** Returns the number of visible letters. A line that is wider than the screen counts as several lines. */
function lettersSeen(
  letters: readonly string[],
  { letters: most = Infinity, lines: mostLines }: Fold,
): number {
  let lines = 1;
  let column = 0;
  for (const [index, letter] of letters.entries()) {
    const breaks = letter === '\n' || letter === '\r\n';
    if (breaks || column === LETTERS_OF_LINE) {
      lines += 1;
      column = 0;
    }
    if (!breaks) column += 1;
    if (lines > mostLines || index >= most) return index;
  }
  return letters.length;
}
