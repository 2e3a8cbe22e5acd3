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

/** Where a problem is solved: in what all accounts share, in the account's own text or files, in a field of its platform, or at the account at large. */
export type ProblemPlace = 'content' | 'media' | OptionalWord | 'own' | 'ownMedia' | 'option' | 'account';

/** What one tap can do about it. */
export type Fix = 'shorten' | 'leaveOut';

/** `message` without the name of the platform before it; `option` names the field. */
export type FitProblem = Readonly<{ place: ProblemPlace; message: string; option?: string; fix?: Fix }>;

/** How a post would stand on one account: the very text it receives, its length as counted there, and what it would refuse. */
export type TargetFit = Readonly<{
  account: AccountView;
  /** Of the post, for all accounts; null when it has none. */
  title: string | null;
  text: string;
  /** Whose text it is. */
  said: 'own' | 'shared';
  /** It gets a selection of the files. */
  ownMedia: boolean;
  options: PublishOptions;
  /** The files that it gets. */
  media: readonly DraftFile[];
  /** Of the platform; empty while they are not known. */
  fields: readonly OptionField[];
  used: number;
  max: number;
  over: boolean;
  problems: readonly FitProblem[];
}>;

/** `fields` are those of the account's platform; empty while they are not known. The check is the server's own. */
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
    // Every post needs a text: the form says so when it is sent, not to somebody who has not begun.
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

/** What is solved at the account itself, whatever the shared fields hold. */
export const ownProblems = ({ problems }: TargetFit): readonly FitProblem[] =>
  problems.filter(({ place }) => ['own', 'ownMedia', 'option', 'account'].includes(place));

/** With what the server has found besides. */
export function withServerProblems(fit: TargetFit, checked: readonly PrecheckView[]): TargetFit {
  const name = PLATFORM_NAMES[fit.account.platform];
  const own = { text: fit.said === 'own', media: fit.ownMedia };
  const found = checked
    .filter(({ accountId }) => accountId === fit.account.id)
    .flatMap(({ problems }) => problems)
    .map((one) => problemAt(one, own, name));
  return { ...fit, problems: [...fit.problems, ...found] };
}

/** What of a post is the account's own. */
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

/** Beside the account, or after a list of accounts, its name would be said twice. */
const withoutName = (message: string, name: string): string =>
  message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;

/** A file that is still on its way is judged by its kind and size alone. */
export const draftFile = ({ kind, size, altText, view }: ComposerMediaItem): DraftFile => ({
  kind,
  mimeType: view?.mimeType ?? (kind === 'video' ? 'video/mp4' : 'image/jpeg'),
  bytes: size,
  width: view?.width ?? null,
  height: view?.height ?? null,
  durationSeconds: view?.durationSeconds ?? null,
  altText,
});
