import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { listOf, textOf } from '../../kit/json.ts';

/** References that must survive a crash. `pictures` and `form` are names of addresses in the vault. */
export type PinterestRefs = Readonly<{
  contentHash: string;
  /** Addresses from which the platform fetches the images, in their order; beside a video the only one is its cover. */
  pictures: readonly string[];
  /** The id of the video; null where there is none, or it is not announced yet. */
  mediaId: string | null;
  /** The address for the video, and the fields to send with it. */
  form: string | null;
  isUploaded: boolean;
}> &
  JsonObject;

const NO_VIDEO = { mediaId: null, form: null, isUploaded: false } as const;

export const nothingYet = (contentHash: string): PinterestRefs => ({
  contentHash,
  pictures: [],
  ...NO_VIDEO,
});
export const withoutVideo = (refs: PinterestRefs): PinterestRefs => ({ ...refs, ...NO_VIDEO });

/** Null when they belong to other content, or are empty. */
export function refsOf(refs: PublishRefs | null, contentHash: string): PinterestRefs | null {
  if (refs?.['contentHash'] !== contentHash) return null;
  return {
    contentHash,
    pictures: listOf(refs['pictures']).filter((name) => typeof name === 'string'),
    mediaId: textOf(refs['mediaId']),
    form: textOf(refs['form']),
    isUploaded: refs['isUploaded'] === true,
  };
}
