import type { Platform } from '@posthorn/contracts/shared/platform';

/** Where a platform cuts a text in its feed: after this many letters or lines, whichever comes first. `word` opens the rest. */
type Fold = Readonly<{ letters?: number; lines: number; word: string }>;

/**
 * Approximate, and on a phone, because a preview is about as wide as one. Two limits are public: Bluesky's app cuts after 25 lines
 * (`MAX_POST_LINES`), Mastodon's web pages at the height of 32 (`MAX_HEIGHT`). The others are observed in the apps: LinkedIn after about three lines,
 * Facebook after about five. No platform documents them, and they differ by screen. X folds what is longer than a short post. Platforms that are
 * missing here do not fold.
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
/** How many letters a phone shows in one line. */
const LETTERS_OF_LINE = 45;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The visible part of a text before a reader opens it; null where all is visible. */
export function folded(text: string, platform: Platform): Readonly<{ seen: string; word: string }> | null {
  const fold = FOLDS[platform];
  if (!fold) return null;
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment);
  const seen = lettersSeen(letters, fold);
  if (seen >= letters.length) return null;
  return { seen: letters.slice(0, seen).join('').trimEnd(), word: fold.word };
}

/** A line that is wider than the screen takes several rows. */
function lettersSeen(
  letters: readonly string[],
  { letters: most = Infinity, lines: mostLines }: Fold,
): number {
  let lines = 1;
  let column = 0;
  for (const [at, letter] of letters.entries()) {
    const breaks = letter === '\n' || letter === '\r\n';
    if (breaks || column === LETTERS_OF_LINE) {
      lines += 1;
      column = 0;
    }
    if (!breaks) column += 1;
    if (lines > mostLines || at >= most) return at;
  }
  return letters.length;
}
