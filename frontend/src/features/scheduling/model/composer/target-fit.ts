import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { fieldProblem } from '@posthorn/contracts/integrations/option-values';
import {
  problemsOf,
  takesText,
  type DraftFile,
  type Problem,
} from '@posthorn/contracts/integrations/precheck';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { OptionalWord } from '@posthorn/contracts/scheduling/optional-words';
import { textFit } from '@posthorn/contracts/integrations/text-count';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { PrecheckView } from '@posthorn/contracts/scheduling/posts.http';
import { postText } from '@posthorn/contracts/scheduling/post-text';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import type { ComposerMediaItem } from './media-item.ts';
import { targetKey, untouchedTarget, type TargetFieldsByKey } from './target-fields.ts';

export type WrittenPost = Readonly<{
  title: string;
  content: string;
  hashtags: string;
  targets: TargetFieldsByKey;
}>;

/** Where the user solves a problem: in the shared content, the account's own text or files, a field of its platform, or the account. */
export type ProblemPlace = 'content' | 'media' | OptionalWord | 'own' | 'ownMedia' | 'option' | 'account';

/** What one tap can do about a problem. */
export type Fix = 'shorten' | 'leaveOut';

/** `message` has no platform name before it; `option` names the field. */
export type FitProblem = Readonly<{ place: ProblemPlace; message: string; option?: string; fix?: Fix }>;

/** A post on one account: the exact text it receives, its length as counted there, and its problems. */
export type TargetFit = Readonly<{
  account: AccountView;
  /** The title of the post, for all accounts; null when it has none. */
  title: string | null;
  text: string;
  /** Whether the text is the account's own. */
  said: 'own' | 'shared';
  /** The account gets a selection of the files. */
  ownMedia: boolean;
  options: PublishOptions;
  /** The files of the account. */
  media: readonly DraftFile[];
  /** The platform's fields; empty while they are loading. */
  fields: readonly OptionField[];
  used: number;
  max: number;
  over: boolean;
  problems: readonly FitProblem[];
}>;

/** `fields` are those of the account's platform, and empty while they are loading. The check is the same code as the server's. */
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
  const said = { content: ownText ? content : written.content, hashtags: written.hashtags };
  const text = postText(said, freePlan && limits.promotionalTextAllowed);
  const title = written.title.trim() === '' ? null : written.title.trim();
  const name = PLATFORM_NAMES[platform];
  const shared = problemsOf({ text, title, media, options }, limits, name)
    // Every post needs a text, but the form reports that only on sending, and not before the user has begun.
    .filter(({ code }) => code !== 'integrations.text-missing' || said.content.trim() !== '')
    .map((found) => problemAt(found, { text: ownText, media: mediaUrls !== null }, name));
  const asked = fields.flatMap((field) => {
    const found = fieldProblem(field, { options, title, media }, name);
    return found
      ? [{ place: 'option' as const, option: field.name, message: withoutName(found.message, name) }]
      : [];
  });
  const problems = [...shared, ...asked];
  const fit = textFit(text, limits);
  return {
    account,
    title,
    text,
    said: ownText ? 'own' : 'shared',
    ownMedia: mediaUrls !== null,
    options,
    media,
    fields,
    ...fit,
    over: fit.over && takesText(limits, options),
    problems,
  };
}

/** Problems that the user solves at the account itself. */
export const ownProblems = ({ problems }: TargetFit): readonly FitProblem[] =>
  problems.filter(({ place }) => ['own', 'ownMedia', 'option', 'account'].includes(place));

/** Adds the problems that only the server finds. */
export function withServerProblems(fit: TargetFit, checked: readonly PrecheckView[]): TargetFit {
  const name = PLATFORM_NAMES[fit.account.platform];
  const own = { text: fit.said === 'own', media: fit.ownMedia };
  const found = checked
    .filter(({ accountId }) => accountId === fit.account.id)
    .flatMap(({ problems }) => problems)
    .map((one) => problemAt(one, own, name));
  return { ...fit, problems: [...fit.problems, ...found] };
}

/** Which parts of a post are the account's own. */
type Own = Readonly<{ text: boolean; media: boolean }>;

function problemAt({ code, message }: Problem, own: Own, name: string): FitProblem {
  return {
    place: placeOf(code, own),
    message: withoutName(message, name),
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

/** Beside the account, or after a list of accounts, the name would be repeated. */
const withoutName = (message: string, name: string): string =>
  message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;

/** A file that is still uploading is checked only by its kind and size. */
export const draftFile = ({ kind, size, altText, view }: ComposerMediaItem): DraftFile => ({
  kind,
  mimeType: view?.mimeType ?? (kind === 'video' ? 'video/mp4' : 'image/jpeg'),
  bytes: size,
  width: view?.width ?? null,
  height: view?.height ?? null,
  durationSeconds: view?.durationSeconds ?? null,
  altText,
});
