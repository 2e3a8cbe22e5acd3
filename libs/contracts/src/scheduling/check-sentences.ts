import { PRECHECK_SENTENCES } from '../integrations/precheck-problem.ts';
import { PRECHECK_TEXT } from '../integrations/precheck-text.ts';
import { READINESS_TEXT } from '../integrations/readiness-text.ts';
import { sentenceOf, type SaidSentence, type Sentences, type SaidValues } from '../shared/said.ts';
import { TARGET_PROBLEMS, WARNING_TEXT, WARNINGS } from './target-problems.ts';

const GAVE_UP = TARGET_PROBLEMS['gave-up'];
const about = ({ detail = '' }: SaidValues): string => (detail === '' ? '.' : `: ${String(detail)}`);

/** Why a file of a post cannot be used. `file`: its name at Posthorn. `detail`: a message of the platform, if it gave one. */
const FILE_SENTENCES = {
  'media-rejected/missing': ({ platform = '' }) => PRECHECK_TEXT.requiresMedia(String(platform)),
  'media-rejected/no-video': ({ platform = '' }) => `${String(platform)}: a post needs a video.`,
  'media-rejected/animation': ({ file = '' }) => `This animation does not fit the platform: ${String(file)}`,
  'media-rejected/unreadable': ({ file = '' }) => `This picture cannot be read: ${String(file)}`,
  'media-rejected/too-large': ({ platform = '' }) => `${String(platform)} refuses a file as too large.`,
  'media-rejected/no-uploads': ({ platform = '' }) =>
    `${String(platform)} takes no files from other programs.`,
  'media-rejected/video-length': ({ max = 0 }) =>
    `This account can publish videos of at most ${String(max)} seconds.`,
  'media-rejected/not-processed': ({ platform = '' }) => `${String(platform)} could not process the video.`,
  'media-rejected/file-not-processed': ({ platform = '' }) =>
    `${String(platform)} could not process a file of the post.`,
  'media-rejected/video-refused': (values) =>
    `${String(values['platform'])} does not take this video${about(values)}`,
  'media-rejected/video-not-converted': (values) =>
    `${String(values['platform'])} could not convert this video. Saving it as MP4 with H.264 may help${about(values)}`,
} as const satisfies Sentences<`media-rejected/${string}`>;

/** The sentences of checks before a call, by the stored code. Events store the names and figures of a sentence as `values`. */
export const CHECK_SENTENCES = {
  ...PRECHECK_SENTENCES,
  ...WARNINGS,
  'integrations.quota-used-up': ({ platform = '', total = 0 }) =>
    READINESS_TEXT.quotaUsedUp(String(platform), Number(total)),
  'rate-limit/quota': ({ platform = '' }) => WARNING_TEXT.quotaUsedUp(String(platform)),
  'rate-limit/quota-used-up': ({ platform = '', total = 0 }) =>
    READINESS_TEXT.quotaUsedUp(String(platform), Number(total)),
  // Each reason to wait has a second sentence, for when the time limit is over.
  'gave-up/quota': ({ platform = '' }) =>
    `${GAVE_UP} The daily quota of this account on ${String(platform)} was used up.`,
  'gave-up/quota-used-up': ({ platform = '', total = 0 }) =>
    `${GAVE_UP} All ${String(total)} posts that ${String(platform)} accepts in 24 hours were used up.`,
  'gave-up/damaged': () => `${GAVE_UP} A file of the post is damaged on this server.`,
  'option-not-valid/privacy': ({ offered = '' }) => `This account can publish for: ${String(offered)}.`,
  'not-found/board': ({ platform = '' }) => `${String(platform)} no longer has the board of this post.`,
  ...FILE_SENTENCES,
  'media-lost/gone': ({ platform = '' }) =>
    `${String(platform)}: a file of the post is no longer on this server.`,
  'media-lost/damaged': ({ platform = '' }) =>
    `${String(platform)}: a file of the post is damaged on this server.`,
  'rejected/spotlight': ({ platform = '' }) => `${String(platform)} has rejected this Spotlight.`,
  // After failed look-ups. Only stored events contain `listed-late`.
  'look-up/listed-late': ({ platform = '' }) =>
    `${String(platform)} lists a post only after it has checked it.`,
  'look-up/no-state': ({ platform = '' }) =>
    `${String(platform)} does not say what became of this Spotlight.`,
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
