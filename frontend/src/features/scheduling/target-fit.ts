import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { optionProblems } from '@posthorn/contracts/integrations/option-values';
import { problemsOf, type DraftFile } from '@posthorn/contracts/integrations/precheck';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { textFit } from '@posthorn/contracts/integrations/text-count';
import { postText } from '@posthorn/contracts/scheduling/post-text';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import type { MediaItem } from './media-uploads.ts';
import { targetKey, untouchedTarget, type TargetFieldsByKey } from './target-fields.ts';

export type Written = Readonly<{
  title: string;
  content: string;
  hashtags: string;
  targets: TargetFieldsByKey;
}>;

/** How a post would stand on one account: the very text it receives, its length as counted there, and what it would refuse. */
export type TargetFit = Readonly<{
  account: AccountView;
  text: string;
  used: number;
  max: number;
  over: boolean;
  problems: readonly string[];
}>;

/** `fields` are those of the account's platform; null while they are not known. The check is the server's own. */
export function targetFit(
  account: AccountView,
  written: Written,
  media: readonly DraftFile[],
  freePlan: boolean,
  fields: readonly OptionField[] | null = null,
): TargetFit {
  const { id, limits, platform } = account;
  const { own, content, options } = written.targets[targetKey(id)] ?? untouchedTarget;
  const said = {
    content: own && content.trim() !== '' ? content : written.content,
    hashtags: written.hashtags,
  };
  const text = postText(said, freePlan && limits.promotionalTextAllowed);
  const title = written.title.trim() === '' ? null : written.title.trim();
  const name = PLATFORM_NAMES[platform];
  const problems = [
    ...problemsOf({ text, title, media }, limits, name),
    ...(fields ? optionProblems({ options, title }, fields, name) : []),
  ];
  return { account, text, ...textFit(text, limits), problems: problems.map(({ message }) => message) };
}

/** A file that is still on its way is judged by its kind and size alone. */
export const draftFile = ({ kind, size, altText, view }: MediaItem): DraftFile => ({
  kind,
  mimeType: view?.mimeType ?? (kind === 'video' ? 'video/mp4' : 'image/jpeg'),
  bytes: size,
  width: view?.width ?? null,
  height: view?.height ?? null,
  durationSeconds: view?.durationSeconds ?? null,
  altText,
});
