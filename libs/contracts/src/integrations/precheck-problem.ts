import {
  namedSentences,
  sentenceOf,
  type SaidPart,
  type SaidSentence,
  type SaidValues,
  type Sentences,
} from '../shared/said.ts';
import { PRECHECK_TEXT } from './precheck-text.ts';

/** Why a post does not fit an account, by code. `platform`: the name that people see. */
export const PRECHECK_SENTENCES = {
  'integrations.text-missing': ({ platform = '' }) => PRECHECK_TEXT.textMissing(String(platform)),
  'integrations.text-missing/no-file': ({ platform = '' }) => PRECHECK_TEXT.empty(String(platform)),
  'integrations.text-too-long': ({ platform = '', used = 0, max = 0 }) =>
    PRECHECK_TEXT.tooLong(String(platform), Number(used), Number(max)),
  'integrations.text-too-long/bytes': ({ platform = '' }) => PRECHECK_TEXT.tooManyBytes(String(platform)),
  'integrations.text-forbidden': ({ platform = '', characters = '' }) =>
    PRECHECK_TEXT.forbiddenText(String(platform), String(characters)),
  'integrations.too-many-hashtags': ({ platform = '', max = 0 }) =>
    PRECHECK_TEXT.tooManyHashtags(String(platform), Number(max)),
  'integrations.too-many-mentions': ({ platform = '', max = 0 }) =>
    PRECHECK_TEXT.tooManyMentions(String(platform), Number(max)),
  'integrations.too-many-links': ({ platform = '', max = 0 }) =>
    PRECHECK_TEXT.tooManyLinks(String(platform), Number(max)),
  'integrations.title-missing': ({ platform = '' }) => PRECHECK_TEXT.titleMissing(String(platform)),
  'integrations.title-too-long': ({ platform = '', used = 0, max = 0 }) =>
    PRECHECK_TEXT.titleTooLong(String(platform), Number(used), Number(max)),
  'integrations.title-too-long/photos': ({ platform = '', used = 0, max = 0 }) =>
    PRECHECK_TEXT.photoTitleTooLong(String(platform), Number(used), Number(max)),
  'integrations.media-missing': ({ platform = '' }) => PRECHECK_TEXT.requiresMedia(String(platform)),
  'integrations.media-missing/no-images': ({ platform = '' }) => PRECHECK_TEXT.noImages(String(platform)),
  'integrations.too-many-images': ({ platform = '', max = 0 }) =>
    PRECHECK_TEXT.tooManyImages(String(platform), Number(max)),
  'integrations.too-many-images/no-images': ({ platform = '' }) => PRECHECK_TEXT.noImages(String(platform)),
  'integrations.too-many-images/cover': ({ platform = '' }) => PRECHECK_TEXT.coverOnly(String(platform)),
  'integrations.too-many-videos': ({ platform = '', max = 0 }) =>
    PRECHECK_TEXT.tooManyVideos(String(platform), Number(max)),
  'integrations.too-many-videos/no-videos': ({ platform = '' }) => PRECHECK_TEXT.noVideos(String(platform)),
  'integrations.media-mixed': ({ platform = '' }) => PRECHECK_TEXT.mixed(String(platform)),
  'integrations.media-mixed/animation': ({ platform = '' }) => PRECHECK_TEXT.gifAlone(String(platform)),
  'integrations.media-mixed/cover': ({ platform = '' }) => PRECHECK_TEXT.coverOnly(String(platform)),
  'integrations.alt-text-too-long': ({ platform = '', max = 0 }) =>
    PRECHECK_TEXT.altTooLong(String(platform), Number(max)),
  'integrations.image-ratio': ({ platform = '', min = '', max = '' }) =>
    PRECHECK_TEXT.imageRatio(String(platform), String(min), String(max)),
  'integrations.image-ratio/not-alike': ({ platform = '' }) => PRECHECK_TEXT.sameShape(String(platform)),
  'integrations.media-type': ({ platform = '', type = '' }) =>
    PRECHECK_TEXT.videoType(String(platform), String(type)),
  'integrations.media-type/animation': ({ platform = '' }) => PRECHECK_TEXT.gif(String(platform)),
  'integrations.media-type/codec': ({ platform = '' }) => PRECHECK_TEXT.videoCodec(String(platform)),
  'integrations.media-type/no-images': ({ platform = '' }) => PRECHECK_TEXT.noImages(String(platform)),
  'integrations.media-too-large': ({ platform = '', bytes = 0 }) =>
    PRECHECK_TEXT.videoTooLarge(String(platform), Number(bytes)),
  'integrations.media-too-large/animation': ({ platform = '', bytes = 0 }) =>
    PRECHECK_TEXT.gifTooLarge(String(platform), Number(bytes)),
  'integrations.media-too-large/animation-pixels': ({ platform = '', width = 0, height = 0 }) =>
    PRECHECK_TEXT.gifTooWide(String(platform), Number(width), Number(height)),
  'integrations.video-ratio': ({ platform = '', min = '', max = '' }) =>
    PRECHECK_TEXT.videoRatio(String(platform), String(min), String(max)),
  'integrations.video-length': ({ platform = '', min = 0, max = 0 }) =>
    PRECHECK_TEXT.videoLength(String(platform), Number(min), Number(max)),
  'integrations.video-too-small': ({ platform = '', width = 0, height = 0 }) =>
    PRECHECK_TEXT.videoTooSmall(String(platform), Number(width), Number(height)),
  'integrations.video-too-wide': ({ platform = '', width = 0 }) =>
    PRECHECK_TEXT.videoTooWide(String(platform), Number(width)),
  'integrations.video-too-wide/sides': ({ platform = '', side = 0 }) =>
    PRECHECK_TEXT.videoSidesTooLong(String(platform), Number(side)),
  'integrations.video-too-wide/pixels': ({ platform = '', width = 0, height = 0 }) =>
    PRECHECK_TEXT.videoHasTooManyPixels(String(platform), Number(width), Number(height)),
  'integrations.option-missing': ({ platform = '', label = '' }) =>
    PRECHECK_TEXT.optionMissing(String(platform), String(label)),
  'integrations.option-missing/brand': ({ platform = '' }) => PRECHECK_TEXT.brandMissing(String(platform)),
  'integrations.option-not-valid': ({ platform = '', label = '' }) =>
    PRECHECK_TEXT.optionNotValid(String(platform), String(label)),
  'integrations.option-not-valid/moment': ({ platform = '', label = '' }) =>
    PRECHECK_TEXT.notInVideo(String(platform), String(label)),
  'integrations.option-not-valid/only-you': ({ platform = '' }) =>
    PRECHECK_TEXT.brandedForOnlyYou(String(platform)),
  'integrations.option-unknown': ({ platform = '', option = '' }) =>
    PRECHECK_TEXT.optionUnknown(String(platform), String(option)),
  erased: ({ platform = '' }) => PRECHECK_TEXT.erased(String(platform)),
} as const satisfies Sentences;

/** Why a post does not fit, for its writer. `values`: the names and figures in the sentence. */
export type Problem = SaidSentence & Readonly<{ code: string; values?: SaidValues }>;

type ProblemKey = keyof typeof PRECHECK_SENTENCES;
/** A problem whose sentence is in the table. Every check returns such problems. */
export type ProblemByCode = Problem & Readonly<{ code: ProblemKey; values: SaidValues }>;
type WithoutModule<Key extends string> = Key extends `integrations.${infer Name}` ? Name : never;

type ProblemValues = SaidValues & Readonly<{ platform: string }>;

/** A problem with the sentence of the table, by its code or `code/variant`. */
export function problemSaid(key: ProblemKey, values: ProblemValues): ProblemByCode {
  const [name, variant] = key.split('/');
  const code = name as ProblemKey;
  const said = { code, ...(variant !== undefined && { variant }) };
  return { ...said, values, message: sentenceOf(PRECHECK_SENTENCES, said, values) ?? '' };
}

export const accountProblem = (key: WithoutModule<ProblemKey>, values: ProblemValues): ProblemByCode =>
  problemSaid(`integrations.${key}`, values);

/** The codes in the response to a refused post: the account, and then its problems. */
export const MISFIT_SENTENCES: Sentences = {
  ...namedSentences('precheck', PRECHECK_SENTENCES),
  'precheck.account': ({ account = '' }) => `${String(account)}:`,
};

export const misfitParts = (account: string, problems: readonly Problem[]): readonly SaidPart[] => [
  { code: 'precheck.account', values: { account } },
  ...problems.map(({ code, variant, values }) => ({
    code: `precheck.${code}`,
    ...(variant !== undefined && { variant }),
    ...(values && { values }),
  })),
];
