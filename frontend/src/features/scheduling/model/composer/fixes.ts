import { postText } from '@posthorn/contracts/scheduling/post-text';
import { textFit } from '@posthorn/contracts/integrations/text-count';
import type { TargetFit } from './target-fit.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ENDING = '…';

/** Returns the longest beginning of a text that fits, cut between words, with "…" at the end. Cuts inside a word only when the first word
 * is too long. Returns null when not even one letter fits.
 */
export function shortened(text: string, fits: (shorter: string) => boolean): string | null {
  const letters = [...graphemes.segment(text.trim())].map(({ segment }) => segment);
  let [least, most] = [0, letters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(letters.slice(0, middle).join('') + ENDING)) least = middle;
    else most = middle - 1;
  }
  if (least === 0) return null;
  const beginning = letters.slice(0, least).join('');
  const whole = /^\s/u.test(letters[least] ?? ' ') ? beginning : beginning.replace(/\s+\S*$/u, '');
  const ended = whole.replace(/[\s.,;:!?–—-]+$/u, '') + ENDING;
  return fits(ended) ? ended : null;
}

type Written = Readonly<{ content: string; hashtags: string }>;

/** Returns a shorter text that fits the account, including hashtags and suffix; null: shortening does not help. */
export function shortenedFor(
  { account: { limits }, media }: Pick<TargetFit, 'account' | 'media'>,
  { content, hashtags }: Written,
  freePlan: boolean,
): string | null {
  const suffixed = freePlan && limits.promotionalTextAllowed;
  return shortened(content, (shorter) => {
    const { over } = textFit(postText({ content: shorter, hashtags }, suffixed), limits, media);
    return !over;
  });
}
