import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { postText } from '@posthorn/contracts/scheduling/post-text';
import { TargetMediaIsTwice, TargetMediaIsUnknown } from './post-errors.ts';
import type { Draft, MediaRef, TargetContent } from './post-events.ts';

/** What one account of a post gets: its own text, or else that of the post. The hashtags are the same for all. */
export function contentFor(
  { content, hashtags, perTarget }: Draft,
  accountId: number,
  withSuffix: boolean,
): Readonly<{ text: string; options: PublishOptions }> {
  const own = perTarget.find((each) => each.accountId === accountId);
  return {
    text: postText({ content: own?.content ?? content, hashtags }, withSuffix),
    options: own?.options ?? {},
  };
}

/** The files that one account of a post gets. */
export const mediaFor = (
  { media, perTarget }: Pick<Draft, 'media' | 'perTarget'>,
  accountId: number,
): readonly MediaRef[] =>
  selectedOf(
    media,
    perTarget.find((each) => each.accountId === accountId),
  );

/** The picture that becomes the cover of a video; null where there is none. */
export const coverIn = (files: readonly MediaRef[]): MediaRef | null =>
  files.some(({ mediaType }) => mediaType === 'video')
    ? (files.find(({ mediaType }) => mediaType === 'image') ?? null)
    : null;

function selectedOf(media: readonly MediaRef[], own: TargetContent | undefined): readonly MediaRef[] {
  if (own?.mediaUrls === undefined) return media;
  return own.mediaUrls.flatMap((url) => media.find(({ mediaUrl }) => mediaUrl === url) ?? []);
}

/**
 * Checks that accounts select only files of their post, each once.
 * @throws TargetMediaIsUnknown, TargetMediaIsTwice
 */
export function checkSelections({ media, perTarget }: Pick<Draft, 'media' | 'perTarget'>): void {
  const there = new Set(media.map(({ mediaUrl }) => mediaUrl));
  for (const { accountId, mediaUrls = [] } of perTarget) {
    if (mediaUrls.some((url) => !there.has(url))) throw new TargetMediaIsUnknown(accountId);
    if (new Set(mediaUrls).size < mediaUrls.length) throw new TargetMediaIsTwice(accountId);
  }
}

/** The account's content without selected files that the post no longer has. */
export const withoutMissingMedia = (own: TargetContent, media: readonly MediaRef[]): TargetContent =>
  own.mediaUrls === undefined
    ? own
    : { ...own, mediaUrls: selectedOf(media, own).map(({ mediaUrl }) => mediaUrl) };

/** Keeps only what differs, in the order of the accounts, so that equal drafts are equal events. */
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
