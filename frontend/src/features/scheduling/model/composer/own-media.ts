import { problemsOf } from '@posthorn/contracts/integrations/precheck';
import type { ComposerMediaItem } from './media-item.ts';
import type { TargetFields } from './target-fields.ts';
import { draftFile, isAboutMedia, type TargetFit } from './target-fit.ts';

const urlOf = ({ view }: ComposerMediaItem): string | undefined => view?.mediaUrl;
export const urlsOf = (items: readonly ComposerMediaItem[]): readonly string[] =>
  items.flatMap((item) => urlOf(item) ?? []);

/** Returns the files that an account gets: its own selection, or all files. */
export function itemsFor(
  items: readonly ComposerMediaItem[],
  { mediaUrls = null }: Pick<TargetFields, 'mediaUrls'>,
): readonly ComposerMediaItem[] {
  return mediaUrls === null
    ? items
    : mediaUrls.flatMap((url) => items.find((item) => urlOf(item) === url) ?? []);
}

/** Adds the file to the selection, or removes it. Returns the files in the order of the post; null: all files. */
export function toggled(
  items: readonly ComposerMediaItem[],
  chosen: readonly ComposerMediaItem[],
  item: ComposerMediaItem,
): readonly string[] | null {
  const next = items.filter((each) => chosen.includes(each) !== (each === item));
  return next.length === items.length ? null : urlsOf(next);
}

/**
 * Returns as many files as the account accepts. Prefers images if videos cannot be mixed with them. Null:
 * leaving out files does not help.
 */
export function selectionThatFits(
  items: readonly ComposerMediaItem[],
  { account: { limits }, text, title, options }: TargetFit,
): readonly ComposerMediaItem[] | null {
  const images = items.filter(({ kind }) => kind === 'image').slice(0, limits.media.images);
  const videos = items.filter(({ kind }) => kind === 'video').slice(0, limits.media.videos);
  const both = items.filter((item) => images.includes(item) || videos.includes(item));
  const fits = (some: readonly ComposerMediaItem[]) =>
    !problemsOf({ text, title, media: some.map(draftFile), options }, limits, '').some(({ code }) =>
      isAboutMedia(code),
    );
  return [both, images, videos, []].find((some) => some.length < items.length && fits(some)) ?? null;
}
