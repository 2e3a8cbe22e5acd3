import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';
import { polarities, polarity } from 'polarity';
import { plainText, wordsOf } from '../judging/plain-text.ts';

const ENGLISH = new Set(
  `the and is are was were this that these those it its you your i my we our they of to for with not so very too be been have has had
  do does did can will would what when where how why all just but if at from on in`.split(/\s+/u),
);
/** Words of other languages that English does not write, or writes rarely: with them, English weights mean nothing. */
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

/** `polarity` knows some emoji with the sign that asks for their coloured form, and none with a colour of skin. */
const emojiIn = (text: string): readonly string[] =>
  [...graphemes.segment(text)].flatMap(({ segment }) => {
    if (!EMOJI.test(segment)) return [];
    const bare = segment.replace(/[\uFE0F\u{1F3FB}-\u{1F3FF}]/gu, '');
    return [bare in polarities ? bare : `${bare}\uFE0F`];
  });

/**
 * By the weights of English words (AFINN) and of emoji, added up. Other languages go by their emoji alone and are neutral without. Negation
 * and irony are read as they stand, and wrongly: "not bad" is negative here.
 */
export function sentimentOf(text: string): Sentiment {
  const words = wordsOf(plainText(text));
  const { polarity: sum } = polarity([...(isEnglish(words) ? words : []), ...emojiIn(text)]);
  return sum > 0 ? 'positive' : sum < 0 ? 'negative' : 'neutral';
}
