import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { fieldProblem } from '@posthorn/contracts/integrations/option-values';
import { problemsOf, takesText, type DraftFile } from '@posthorn/contracts/integrations/precheck';
import type { Problem } from '@posthorn/contracts/integrations/precheck-problem';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { OptionalWord } from '@posthorn/contracts/scheduling/optional-words';
import { textFit } from '@posthorn/contracts/integrations/text-count';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { PrecheckView } from '@posthorn/contracts/scheduling/posts.http';
import { postText } from '@posthorn/contracts/scheduling/post-text';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { say } from '#lib/saying.tsx';
import { PRECHECK_SENTENCES } from '../../messages/precheck.en.ts';
import type { ComposerMediaItem } from './media-item.ts';
import { targetKey, untouchedTarget, type TargetFieldsByKey } from './target-fields.ts';

export type WrittenPost = Readonly<{
  title: string;
  content: string;
  hashtags: string;
  targets: TargetFieldsByKey;
}>;

/**
 * The part of the form where the user solves a problem: shared content, own text or files of an account, a
 * field of its platform, or the account.
 */
export type ProblemPlace = 'content' | 'media' | OptionalWord | 'own' | 'ownMedia' | 'option' | 'account';

/** A fix with one tap: shorten the text, or leave out files. */
export type Fix = 'shorten' | 'leaveOut';

/** `message`: the text without the platform name. `option`: the name of the platform's field. */
export type FitProblem = Readonly<{ place: ProblemPlace; message: string; option?: string; fix?: Fix }>;

/** A post on one account: its exact text, its length as the platform counts, and its problems. */
export type TargetFit = Readonly<{
  account: AccountView;
  /** The title of the post, for all accounts; null when it has none. */
  title: string | null;
  text: string;
  /** Whether the account has its own text or the shared text. */
  textSource: 'own' | 'shared';
  /** True: the account gets its own selection of the files. */
  ownMedia: boolean;
  options: PublishOptions;
  /** The files that the account gets. */
  media: readonly DraftFile[];
  /** The fields of the platform; empty while they are loading. */
  fields: readonly OptionField[];
  used: number;
  max: number;
  over: boolean;
  problems: readonly FitProblem[];
}>;

/** Checks the post for one account with the same code as the server. `fields`: the fields of the platform; empty while they are loading. */
export function targetFit(
  account: AccountView,
  written: WrittenPost,
  media: readonly DraftFile[],
  freePlan: boolean,
  fields: readonly OptionField[] = [],
): TargetFit {
  const { id, limits, platform } = account;
  const { own, content, options, mediaUrls = null } = written.targets[targetKey(id)] ?? untouchedTarget;
  const ownText = own && content.trim() !== '';
  const effective = { content: ownText ? content : written.content, hashtags: written.hashtags };
  const text = postText(effective, freePlan && limits.promotionalTextAllowed);
  const title = written.title.trim() === '' ? null : written.title.trim();
  const name = PLATFORM_NAMES[platform];
  const contentProblems = problemsOf({ text, title, media, options }, limits, name)
    // The form reports a missing text only on sending, so that a new form shows no problem.
    .filter(({ code }) => code !== 'integrations.text-missing' || effective.content.trim() !== '')
    .map((found) => problemAt(found, { text: ownText, media: mediaUrls !== null }, name));
  const fieldProblems = fields.flatMap((field) => {
    const found = fieldProblem(field, { options, title, media }, name);
    return found ? [{ place: 'option' as const, option: field.name, message: sentenceFor(found, name) }] : [];
  });
  const problems = [...contentProblems, ...fieldProblems];
  const fit = textFit(text, limits, media);
  return {
    account,
    title,
    text,
    textSource: ownText ? 'own' : 'shared',
    ownMedia: mediaUrls !== null,
    options,
    media,
    fields,
    ...fit,
    over: fit.over && takesText(limits, options),
    problems,
  };
}

/** Returns the problems that the user solves in the editor of the account. */
export const ownProblems = ({ problems }: TargetFit): readonly FitProblem[] =>
  problems.filter(({ place }) => ['own', 'ownMedia', 'option', 'account'].includes(place));

/** Adds the problems that only the server finds. */
export function withServerProblems(fit: TargetFit, checked: readonly PrecheckView[]): TargetFit {
  const name = PLATFORM_NAMES[fit.account.platform];
  const own = { text: fit.textSource === 'own', media: fit.ownMedia };
  const found = checked
    .filter(({ accountId }) => accountId === fit.account.id)
    .flatMap(({ problems }) => problems)
    .map((problem) => problemAt(withLabel(problem, fit.fields), own, name));
  return { ...fit, problems: [...fit.problems, ...found] };
}

/** Replaces the label of the server by the label in the form. */
function withLabel(problem: Problem, fields: readonly OptionField[]): Problem {
  const field = fields.find(({ name }) => name === problem.values?.['option']);
  return field ? { ...problem, values: { ...problem.values, label: field.label } } : problem;
}

/** Which parts of the post differ for the account. */
type Own = Readonly<{ text: boolean; media: boolean }>;

function problemAt(problem: Problem, own: Own, name: string): FitProblem {
  const { code } = problem;
  return {
    place: placeOf(code, own),
    message: sentenceFor(problem, name),
    ...(code === 'integrations.text-too-long' && { fix: 'shorten' }),
    ...(isAboutMedia(code) && { fix: 'leaveOut' }),
  };
}

const TEXT_CODES = /^integrations\.(?:text-|too-many-(?:hashtags|mentions|links))/u;
const MEDIA_CODES = /^integrations\.(?:media-|image-|video-|alt-text-|too-many-(?:images|videos))/u;

export const isAboutMedia = (code: string): boolean => MEDIA_CODES.test(code);

function placeOf(code: string, own: Own): ProblemPlace {
  if (TEXT_CODES.test(code)) return own.text ? 'own' : 'content';
  if (code.startsWith('integrations.title-')) return 'title';
  if (isAboutMedia(code)) return own.media ? 'ownMedia' : 'media';
  return 'account';
}

/** Returns the sentence without the platform name, because the form shows the sentence next to the account. */
function sentenceFor(problem: Problem, name: string): string {
  // Without names and figures, only the sentence of the server is complete.
  const sentence = problem.values ? say(PRECHECK_SENTENCES, problem, problem.values) : problem.message;
  return sentence.startsWith(`${name}: `) ? sentence.slice(name.length + 2) : sentence;
}

/** Returns the file for the check. While a file uploads, only its kind and size are known. */
export const draftFile = ({ kind, size, altText, view }: ComposerMediaItem): DraftFile => ({
  kind,
  mimeType: view?.mimeType ?? (kind === 'video' ? 'video/mp4' : 'image/jpeg'),
  bytes: size,
  width: view?.width ?? null,
  height: view?.height ?? null,
  durationSeconds: view?.durationSeconds ?? null,
  altText,
});
