import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { listOf, textOf } from '../../kit/json.ts';

/** What must outlive a crash. `pictures` and `form` are names of addresses in the vault. */
export type PinterestRefs = Readonly<{
  contentHash: string;
  /** Where the platform fetches the images from, in their order; beside a video the only one is its cover. */
  pictures: readonly string[];
  /** Of the video; null where there is none, or it is not announced yet. */
  mediaId: string | null;
  /** Where the video is to be sent, and the fields to send with it. */
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

/** Null when they are of another content, or of nothing yet. */
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
