import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';
import { polarities, polarity } from 'polarity';
import { hasInsults } from '../judging/insults.ts';
import { anyOf, plainText, wordsOf } from '../judging/plain-text.ts';
import { hasProfanity } from '../judging/profanity.ts';
import { ASKING, COMPLAINTS, KIND_PHRASES, NOT, PRAISE } from './feeling-words.ts';

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
/** English words with a weight that say nothing about the writer's mood: "please", "want", "free parking". */
const WITHOUT_MOOD = new Set(
  'please want free like yes no help sure share care true top waiting miss missed'.split(' '),
);
/** One weak word is no mood. */
const ENOUGH = 2;
const EMOJI = /\p{Extended_Pictographic}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const complaints = anyOf(COMPLAINTS);
const praise = anyOf(PRAISE);
const kindPhrases = anyOf(KIND_PHRASES);
const isNot = anyOf(NOT);
const asking = new Set(ASKING.map(plainText));

/** How many words a "not" reaches: "no me gusta", "not really that good". */
const REACH = 4;

/**
 * Complaints count first, so that no friendly word outweighs them. Questions have no mood. Other sentences are judged by words of praise in
 * the languages of `feeling-words.ts`, by the weights of English words (AFINN), and by emoji. It does not understand irony.
 */
export function sentimentOf(text: string): Sentiment {
  const all = plainText(text);
  // A kind phrase may have a hard word: "never disappoints".
  const rest = kindPhrases.without(all);
  if (complaints.test(rest) || hasInsults(rest) || hasProfanity(rest)) return 'negative';
  const sum = sentencesOf(text)
    .filter((sentence) => !isQuestion(sentence))
    .reduce(
      (before, sentence) => before + weightOf(kindPhrases.without(sentence)),
      rest === all ? 0 : ENOUGH,
    );
  return sum >= ENOUGH ? 'positive' : sum <= -ENOUGH ? 'negative' : 'neutral';
}

/** Clauses keep their mark at the end, because a question shows by it. */
const sentencesOf = (text: string): readonly string[] => text.match(/[^.!?？！。\n]+[.!?？！。\n]*/gu) ?? [];

function isQuestion(sentence: string): boolean {
  if (/[?？]/u.test(sentence) || /(?:です|ます|ません|でしょう)か。?\s*$/u.test(sentence)) return true;
  if (sentence.includes('!')) return false;
  const [first = '', ...more] = plainText(sentence).split(' ');
  return [first, `${first} ${more[0] ?? ''}`, [first, ...more.slice(0, 2)].join(' ')].some((start) =>
    asking.has(start),
  );
}

function weightOf(sentence: string): number {
  return sentence.split(/[,;:–—、]/u).reduce((sum, clause) => {
    const words = wordsOf(plainText(clause));
    const feeling = praiseIn(words, plainText(clause)) || (isEnglish(words) ? englishIn(words) : 0);
    return sum + feeling + polarity([...emojiIn(clause)]).polarity;
  }, 0);
}

/** Words of praise. A "not" in front of them makes the clause unfriendly. */
function praiseIn(words: readonly string[], plain: string): number {
  if (!praise.test(plain)) return 0;
  const at = words.findIndex((word) => praise.test(word));
  return isTurned(words, at === -1 ? words.length : at) ? -ENOUGH : ENOUGH;
}

function englishIn(words: readonly string[]): number {
  return words.reduce((sum, word, at) => {
    const weight = WITHOUT_MOOD.has(word) ? 0 : polarity([word]).polarity;
    return sum + (weight !== 0 && isTurned(words, at) ? -Math.sign(weight) * ENOUGH : weight);
  }, 0);
}

const isTurned = (words: readonly string[], at: number): boolean =>
  words.slice(Math.max(0, at - REACH), at).some((word) => isNot.test(word));

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
