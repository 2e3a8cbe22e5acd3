import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';
import { polarities, polarity } from 'polarity';
import { plainText, wordsOf } from '../judging/plain-text.ts';

const ENGLISH = new Set(
  `the and is are was were this that these those it its you your i my we our they of to for with not so very too be been have has had
  do does did can will would what when where how why all just but if at from on in`.split(/\s+/u),
);
/** Words of other languages that are rare in English. In a text with them, English weights mean nothing. */
const OTHERS = new Set(
  `der die das und ist nicht ich sie wir ein eine mit auf für von zu auch wie aber war sind euch mir le la les et est pas je vous nous un
  une des du pour avec très que qui el los las y es no muy por para con una lo como pero o os as e é não muito um uma com por mas il lo gli
  che non di per sono molto ma het een en niet ik jij van met zijn maar jest nie się to na bardzo że ve bir bu çok için ile da de ama gusta nada mi todo esta
  este bien gracias merci danke grazie gut toll schön ja nein oui si`
    .split(/\s+/u)
    .map(plainText)
    .filter((word) => !ENGLISH.has(word) && word !== 'no'),
);
const EMOJI = /\p{Extended_Pictographic}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const isEnglish = (words: readonly string[]): boolean => {
  const english = words.filter((word) => ENGLISH.has(word)).length;
  const others = words.filter((word) => OTHERS.has(word)).length;
  return english > others || (others === 0 && words.every((word) => /^[a-z0-9']+$/u.test(word)));
};

/** `polarity` lists some emoji with the variation selector for colour, and none with a skin tone. */
const emojiIn = (text: string): readonly string[] =>
  [...graphemes.segment(text)].flatMap(({ segment }) => {
    if (!EMOJI.test(segment)) return [];
    const bare = segment.replace(/[\uFE0F\u{1F3FB}-\u{1F3FF}]/gu, '');
    return [bare in polarities ? bare : `${bare}\uFE0F`];
  });

/**
 * Adds up the weights of English words (AFINN) and of emoji. In other languages only emoji count; without emoji a text is neutral.
 * It ignores negation and irony, and so reads them wrongly: "not bad" is negative here.
 */
export function sentimentOf(text: string): Sentiment {
  const words = wordsOf(plainText(text));
  const { polarity: sum } = polarity([...(isEnglish(words) ? words : []), ...emojiIn(text)]);
  return sum > 0 ? 'positive' : sum < 0 ? 'negative' : 'neutral';
}
