import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { postText } from '@posthorn/contracts/scheduling/post-text';
import type { TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import { TargetMediaIsTwice, TargetMediaIsUnknown } from './post-errors.ts';
import type { PostBody, MediaRef, TargetContent } from './post-events.ts';

/**
 * The text and options for one account: its own text, or the text of the post. All accounts get the same
 * hashtags.
 */
export function contentFor(
  { content, hashtags, perTarget }: PostBody,
  accountId: number,
  withSuffix: boolean,
): Readonly<{ text: string; options: PublishOptions }> {
  const own = perTarget.find((target) => target.accountId === accountId);
  return {
    text: postText({ content: own?.content ?? content, hashtags }, withSuffix),
    options: own?.options ?? {},
  };
}

/** The files that one account of a post gets. */
export const mediaFor = (
  { media, perTarget }: Pick<PostBody, 'media' | 'perTarget'>,
  accountId: number,
): readonly MediaRef[] =>
  selectedOf(
    media,
    perTarget.find((target) => target.accountId === accountId),
  );

/** The image that becomes the cover of a video: the first image; null: there is no video or no image. */
export const coverIn = (files: readonly MediaRef[]): MediaRef | null =>
  files.some(({ mediaType }) => mediaType === 'video')
    ? (files.find(({ mediaType }) => mediaType === 'image') ?? null)
    : null;

function selectedOf(media: readonly MediaRef[], own: TargetContent | undefined): readonly MediaRef[] {
  if (own?.mediaUrls === undefined) return media;
  return own.mediaUrls.flatMap((url) => media.find(({ mediaUrl }) => mediaUrl === url) ?? []);
}

/**
 * Checks that accounts select only files of their post, and no file twice.
 * @throws TargetMediaIsUnknown, TargetMediaIsTwice
 */
export function checkSelections({ media, perTarget }: Pick<PostBody, 'media' | 'perTarget'>): void {
  const known = new Set(media.map(({ mediaUrl }) => mediaUrl));
  for (const { accountId, mediaUrls = [] } of perTarget) {
    if (mediaUrls.some((url) => !known.has(url))) throw new TargetMediaIsUnknown(accountId);
    if (new Set(mediaUrls).size < mediaUrls.length) throw new TargetMediaIsTwice(accountId);
  }
}

/** Removes selected files that the post no longer has from the account's content. */
export const withoutMissingMedia = (own: TargetContent, media: readonly MediaRef[]): TargetContent =>
  own.mediaUrls === undefined
    ? own
    : { ...own, mediaUrls: selectedOf(media, own).map(({ mediaUrl }) => mediaUrl) };

/**
 * Removes accounts without differences, and sorts the rest by account, so that equal drafts become equal
 * events.
 */
export function tidyTargetContent(perTarget: readonly TargetContent[]): TargetContent[] {
  return perTarget
    .filter(
      ({ content, options, mediaUrls }) =>
        content !== null || Object.keys(options).length > 0 || mediaUrls !== undefined,
    )
    .map(({ accountId, content, options, mediaUrls }) => ({
      accountId,
      content,
      options: Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))),
      ...(mediaUrls && { mediaUrls }),
    }))
    .sort((a, b) => a.accountId - b.accountId);
}

/** Keeps only the last entry of each account. */
export const lastPerAccount = (targets: readonly TargetRequest[]): TargetRequest[] => [
  ...new Map(targets.map((target) => [target.accountId, target])).values(),
];

type OwnContent = Readonly<{ accountId: number; content?: string | null }> &
  Pick<TargetRequest, 'options' | 'mediaUrls'>;

/** The entries of a request. Fields that an entry leaves out get the current content of its account. */
export const completedTargets = (
  sent: readonly TargetRequest[],
  current: readonly OwnContent[],
): Required<TargetRequest>[] =>
  lastPerAccount(sent).map(({ accountId, content, options, mediaUrls }) => {
    const own = current.find((each) => each.accountId === accountId);
    return {
      accountId,
      content: content ?? own?.content ?? '',
      options: options ?? own?.options ?? {},
      mediaUrls: mediaUrls === undefined ? (own?.mediaUrls ?? null) : mediaUrls,
    };
  });
