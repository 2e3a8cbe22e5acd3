import type { Platform } from '@posthorn/contracts/shared/platform';

/** Where a platform cuts a text in its feed, in letters, and the word that opens the rest. */
type Fold = Readonly<{ letters: number; word: string }>;

/**
 * About where the apps fold, as seen in them: no platform documents it, and it differs by screen and line breaks. Those that
 * are missing show as much as an account may write.
 */
const FOLDS: Readonly<Partial<Record<Platform, Fold>>> = {
  facebook: { letters: 480, word: 'See more' },
  instagram: { letters: 125, word: 'more' },
  linkedin: { letters: 210, word: 'more' },
  pinterest: { letters: 100, word: 'more' },
  tiktok: { letters: 90, word: 'more' },
  twitter: { letters: 280, word: 'Show more' },
  youtube: { letters: 100, word: 'more' },
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What is seen of a text before somebody opens it; null where all of it is. */
export function folded(text: string, platform: Platform): Readonly<{ seen: string; word: string }> | null {
  const fold = FOLDS[platform];
  if (!fold || text.length <= fold.letters) return null;
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment);
  if (letters.length <= fold.letters) return null;
  return { seen: letters.slice(0, fold.letters).join('').trimEnd(), word: fold.word };
}
