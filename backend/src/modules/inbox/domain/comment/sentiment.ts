import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';
import { polarities, polarity } from 'polarity';
import { hasInsults } from '../judging/insults.ts';
import { JUDGED_MAX } from '../judging/model-text.ts';
import { plainText } from '../judging/plain-text.ts';
import { hasProfanity } from '../judging/profanity.ts';
import { FAULTS, GRIEVANCES } from './complaint-words.ts';
import { ASKING, GREETINGS, NOT, NOT_ONLY } from './feeling-words.ts';
import { clauseOf, phrases, type Clause } from './phrases.ts';
import { HARD_EMOJI, KIND_EMOJI, KIND_PHRASES, PRAISE } from './praise-words.ts';

const ENGLISH = new Set(
  `the and is are was were this that these those it its you your i my we our they of to for with not so very too be been have has had
  do does did can will would what when where how why all just but if at from on in`.split(/\s+/u),
);
/** Words of other languages that are rare in English. A text with more of them than of English words gets no English weights. */
const FOREIGN = new Set(
  `der die das und ist nicht ich sie wir ein eine mit auf für von zu auch wie aber war sind euch mir le la les et est pas je vous nous un
  une des du pour avec très que qui el los las y es no muy por para con una lo como pero o os as e é não muito um uma com por mas il lo gli
  che non di per sono molto ma het een en niet ik jij van met zijn maar jest nie się to na bardzo że ve bir bu çok için ile da de ama gusta nada mi todo esta
  este bien gracias merci danke grazie gut toll schön ja nein oui si`
    .split(/\s+/u)
    .map(plainText)
    .filter((word) => !ENGLISH.has(word) && word !== 'no'),
);
/** English words that have a weight in `polarity`, but do not show the writer's mood: "please", "want", "free parking". */
const WITHOUT_MOOD = new Set(
  'please want free like yes no help sure share care true top waiting miss missed'.split(' '),
);
/** The weight from which a text has a mood. One weak word is too little. */
const MOOD_MIN = 2;
/** A negation reverses praise among the next four words: "not really that good". It reverses a fault among the next two: "is not broken". */
const NEGATION_REACH = 4;
const REACH_OF_FAULT = 2;
const EMOJI = /\p{Extended_Pictographic}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const grievances = phrases(GRIEVANCES);
const faults = phrases(FAULTS);
const praise = phrases(PRAISE);
const kindPhrases = phrases(KIND_PHRASES);
const not = phrases(NOT);
const greetings = phrases(GREETINGS);
const notOnly = phrases(NOT_ONLY);
const asking = new Set(ASKING.map((start) => clauseOf(start).words.join(' ')));
const moods = new Map([
  ...KIND_EMOJI.map((emoji) => [emoji, MOOD_MIN] as const),
  ...HARD_EMOJI.map((emoji) => [emoji, -MOOD_MIN] as const),
]);

/**
 * One complaint makes the text negative, whatever friendly words it has. A question is a complaint only with a grievance; other questions
 * have no mood. The mood of other sentences comes from words of praise in eight languages, English words with weights (AFINN), and emoji.
 * The function reads only the beginning of a long text. Irony misleads it.
 */
export function sentimentOf(text: string): Sentiment {
  const plain = plainText(text);
  if (hasInsults(plain) || hasProfanity(plain)) return 'negative';
  let sum = 0;
  for (const sentence of sentencesOf(text.slice(0, JUDGED_MAX * 2))) {
    const isAsked = isQuestion(sentence);
    for (const part of sentence.split(/[,;:–—、]/u)) {
      if (part.trim() === '') continue;
      const clause = greetings.without(clauseOf(part));
      // A friendly phrase may contain a negative word: "never disappoints".
      const rest = kindPhrases.without(clause);
      if (grievances.isIn(rest) || (!isAsked && hasFault(rest))) return 'negative';
      if (isAsked) continue;
      const isKind = rest.words.length < clause.words.length || rest.plain !== clause.plain;
      sum += (isKind ? MOOD_MIN : 0) + weightOf(rest) + moodOf(part);
    }
    // A phrase may contain a comma: "waited for weeks, and still nothing".
    if (grievances.isIn(kindPhrases.without(clauseOf(sentence)))) return 'negative';
  }
  return sum >= MOOD_MIN ? 'positive' : sum <= -MOOD_MIN ? 'negative' : 'neutral';
}

/** Sentences keep their punctuation mark at the end, because it marks a question. */
const sentencesOf = (text: string): readonly string[] => text.match(/[^.!?？！。\n]+[.!?？！。\n]*/gu) ?? [];

function isQuestion(sentence: string): boolean {
  if (/[?？]/u.test(sentence) || /(?:です|ます|ません|でしょう|ました)か(?:ね|な)?。?\s*$/u.test(sentence))
    return true;
  if (sentence.includes('!')) return false;
  const { words } = clauseOf(sentence);
  return [1, 2, 3].some((count) => asking.has(words.slice(0, count).join(' ')));
}

/** Returns whether the clause contains a word for a fault without a negation shortly before it. */
function hasFault(clause: Clause): boolean {
  const at = faults.firstIn(clause);
  return at !== null && !isNegated(clause, at, REACH_OF_FAULT);
}

function weightOf(clause: Clause): number {
  const at = praise.firstIn(clause);
  if (at !== null) return isNegated(clause, at, NEGATION_REACH) ? -MOOD_MIN : MOOD_MIN;
  // Words for faults do not count here: `hasFault` has already judged them.
  return isEnglish(clause.words) ? englishIn(faults.without(clause)) : 0;
}

function englishIn(clause: Clause): number {
  return clause.words.reduce((sum, word, at) => {
    const weight = WITHOUT_MOOD.has(word) ? 0 : polarity([word]).polarity;
    return (
      sum + (weight !== 0 && isNegated(clause, at, NEGATION_REACH) ? -Math.sign(weight) * MOOD_MIN : weight)
    );
  }, 0);
}

function isNegated({ words }: Clause, at: number, reach: number): boolean {
  const before = { words: words.slice(Math.max(0, at - reach), at), plain: '' };
  return not.isIn(notOnly.without(before));
}

const isEnglish = (words: readonly string[]): boolean => {
  const english = words.filter((word) => ENGLISH.has(word)).length;
  const others = words.filter((word) => FOREIGN.has(word)).length;
  return english > others || (others === 0 && words.every((word) => /^[a-z0-9]+$/u.test(word)));
};

/** Only the strongest positive and the strongest negative emoji count, so many hearts weigh no more than one. */
function moodOf(text: string): number {
  if (!EMOJI.test(text)) return 0;
  const weights = [...graphemes.segment(text)].map(({ segment }) => weightOfEmoji(segment));
  return Math.max(0, ...weights) + Math.min(0, ...weights);
}

/** Removes variation selectors and skin tones first: `polarity` lists some emoji only with a selector, and none with a skin tone. */
function weightOfEmoji(segment: string): number {
  if (!EMOJI.test(segment)) return 0;
  const bare = segment.replace(/[\uFE0F\u{1F3FB}-\u{1F3FF}]/gu, '');
  return moods.get(bare) ?? polarity([bare in polarities ? bare : `${bare}\uFE0F`]).polarity;
}
