import { REPLY_CHECK_TEXT, type ReplyCheck, type ReplyFlag } from '@posthorn/contracts/inbox/reply-checks';
import { textLength } from '@posthorn/contracts/shared/text';
import { isBareAnswer } from './bare-answers.ts';
import { hasForeignHandle, hasForeignHashtag } from './handles.ts';
import { hasInstructions } from './instructions.ts';
import { hasInsults } from './insults.ts';
import { hasForeignLink, hasForeignMailAddress } from './links.ts';
import { JUDGED_MAX, modelText } from './model-text.ts';
import { hasForeignAmount, hasForeignNumber } from './numbers.ts';
import { hasHiddenCharacters, hasLookAlikes, isEncoded } from './odd-characters.ts';
import { hasProfanity } from './profanity.ts';
import { hasPromise } from './promises.ts';
import { quotesComment } from './quotes.ts';
import { repeatsItself } from './repeats.ts';
import { hasRiskWords } from './risks.ts';
import { isInAnotherScript } from './scripts.ts';
import { hasSensitiveWords } from './sensitive-words.ts';
import { looksLikeSpam } from './spam.ts';
import { repeatsSystemText } from './system-words.ts';

/** The facts with which `judgeReply` judges a reply. */
export type JudgingContext = Readonly<{
  comment: string;
  /** Our own texts: the post, and what its owner wrote above the comment. A reply may repeat these texts. */
  post: string;
  /** The system prompt that the model got. */
  systemText: string;
  /** Random words in the prompt of this one request. A reply has no reason to contain them. */
  secrets: readonly string[];
  /** The maximum in code points; null: the platform states no maximum. */
  lengthMax: number | null;
  /** The last replies of the account, at most 20. */
  recentReplies: readonly string[];
  /** The model says that a person should answer. */
  needsPerson: boolean;
  flags: readonly ReplyFlag[];
  /** A content filter rejects the text. */
  moderated: boolean;
}>;

/** `drop`: the product discards the text. `draft`: a person decides. `send`: all checks passed. */
export type Judgement = Readonly<
  { verdict: 'drop' | 'draft'; reasons: readonly ReplyCheck[] } | { verdict: 'send'; reasons: readonly [] }
>;
/** `comment`: as the model saw it. `raw`: as its author sent it. */
type Judged = JudgingContext & Readonly<{ raw: string }>;
type Rule = (text: string, context: Judged) => boolean;

const RULES: Readonly<Record<ReplyCheck, Rule>> = {
  'system-words': (text, { systemText, secrets }) => repeatsSystemText(text, systemText, secrets),
  empty: (text) => !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text),
  'needs-person': (_, { needsPerson }) => needsPerson,
  complaint: (_, { flags }) => flags.includes('complaint'),
  'cannot-answer': (_, { flags }) => flags.includes('cannot-answer'),
  'medical-or-legal': (_, { flags }) => flags.includes('medical-or-legal'),
  'money-or-promise': (_, { flags }) => flags.includes('money-or-promise'),
  hostile: (_, { flags }) => flags.includes('hostile'),
  spam: (_, { flags, comment }) => flags.includes('spam') || looksLikeSpam(comment),
  'instructions-in-comment': (_, { flags, comment }) =>
    flags.includes('instructions-in-comment') || hasInstructions(comment),
  'too-long': (text, { lengthMax }) => lengthMax !== null && textLength(text) > lengthMax,
  link: (text, { post }) => hasForeignLink(text, post),
  'mail-address': (text, { post }) => hasForeignMailAddress(text, post),
  handle: (text, { post }) => hasForeignHandle(text, post),
  hashtag: (text, { post }) => hasForeignHashtag(text, post),
  number: (text, { post }) => hasForeignNumber(text, post),
  amount: (text, { post }) => hasForeignAmount(text, post),
  quote: (text, { comment }) => quotesComment(text, comment),
  promise: hasPromise,
  profanity: (text, { comment }) => hasProfanity(text) || hasProfanity(comment),
  insult: (text, { comment }) => hasInsults(text) || hasInsults(comment),
  sensitive: (text, { comment }) => hasSensitiveWords(text) || hasSensitiveWords(comment),
  'bare-answer': isBareAnswer,
  risk: (text, { comment }) => hasRiskWords(text) || hasRiskWords(comment),
  script: (text, { comment, post }) => isInAnotherScript(text, comment, post),
  'hidden-characters': hasHiddenCharacters,
  'hidden-in-comment': (_, { raw }) => hasHiddenCharacters(raw),
  'look-alikes': hasLookAlikes,
  encoded: isEncoded,
  repeated: (text, { recentReplies }) => repeatsItself(text, recentReplies),
  moderation: (_, { moderated }) => moderated,
};
const CHECKS = Object.keys(REPLY_CHECK_TEXT) as ReplyCheck[];
const DROPPED: ReadonlySet<ReplyCheck> = new Set(['system-words', 'empty']);

/**
 * Decides about a text that the model wrote. Rules see the comment exactly as the model saw it; `hidden-in-comment` sees the original.
 * No rule relies on the model or on another rule. The product sends exactly the text that all rules have checked.
 * A polite lie in the model's own words passes, so automatic replies have limits.
 */
export function judgeReply(text: string, context: JudgingContext): Judgement {
  // No real reply is longer, and the rules check no further.
  if (textLength(text) > JUDGED_MAX) return { verdict: 'drop', reasons: ['too-long'] };
  const judged = { ...context, comment: modelText(context.comment), raw: context.comment };
  const reasons = CHECKS.filter((check) => RULES[check](text, judged));
  if (reasons.length === 0) return { verdict: 'send', reasons: [] };
  return { verdict: reasons.some((reason) => DROPPED.has(reason)) ? 'drop' : 'draft', reasons };
}
