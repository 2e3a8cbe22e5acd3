import { PRECHECK_SENTENCES } from '../integrations/precheck-problem.ts';
import { READINESS_TEXT } from '../integrations/readiness-text.ts';
import { sentenceOf, type SaidSentence, type Sentences, type SaidValues } from '../shared/said.ts';
import { WARNING_TEXT, WARNINGS } from './target-problems.ts';

/** The sentences of checks before a call, by the stored code. Events store the names and figures of a sentence as `values`. */
export const CHECK_SENTENCES = {
  ...PRECHECK_SENTENCES,
  ...WARNINGS,
  'integrations.quota-used-up': ({ platform = '', total = 0 }) =>
    READINESS_TEXT.quotaUsedUp(String(platform), Number(total)),
  'rate-limit/quota': ({ platform = '' }) => WARNING_TEXT.quotaUsedUp(String(platform)),
  'rate-limit/quota-used-up': ({ platform = '', total = 0 }) =>
    READINESS_TEXT.quotaUsedUp(String(platform), Number(total)),
  'option-not-valid/privacy': ({ offered = '' }) => `This account can publish for: ${String(offered)}.`,
  'media-rejected/video-length': ({ max = 0 }) =>
    `This account can publish videos of at most ${String(max)} seconds.`,
  'media-rejected/not-processed': ({ platform = '' }) => `${String(platform)} could not process the video.`,
} as const satisfies Sentences;

type CheckKey = keyof typeof CHECK_SENTENCES;
type CodeOf<Key extends string> = Key extends `${infer Code}/${string}` ? Code : Key;
/** A problem whose sentence is in the table. */
export type CheckProblem<Code extends string = CodeOf<CheckKey>> = SaidSentence &
  Readonly<{ code: Code; values: SaidValues }>;

/** A problem with the sentence of the table, by its code or `code/variant`. */
export function checkSaid<Key extends CheckKey>(key: Key, values: SaidValues): CheckProblem<CodeOf<Key>> {
  const [name = '', variant] = key.split('/');
  const code = name as CodeOf<Key>;
  const said = { code, ...(variant !== undefined && { variant }) };
  return { ...said, values, message: sentenceOf(CHECK_SENTENCES, said, values) ?? '' };
}
