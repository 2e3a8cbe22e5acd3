import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { listOf, textOf } from '../../kit/json.ts';

/** References that must survive a crash. `pictures` and `form` are names of URLs in the vault. */
export type PinterestRefs = Readonly<{
  contentHash: string;
  /** The URLs from which the platform fetches the pictures, in their order. If the post has a video, the only picture is its cover. */
  pictures: readonly string[];
  /** The id of the video; null if there is no video, or it is not yet registered. */
  mediaId: string | null;
  /** The upload URL and the form fields for the video. */
  form: string | null;
  isUploaded: boolean;
  /** Not everyone can find the pins of the board. Absent: everyone can, or an earlier release prepared this pin. */
  limited?: true;
}> &
  JsonObject;

const NO_VIDEO = { mediaId: null, form: null, isUploaded: false } as const;

export const emptyRefs = (contentHash: string, isLimited: boolean): PinterestRefs => ({
  contentHash,
  pictures: [],
  ...NO_VIDEO,
  ...(isLimited && { limited: true }),
});
export const withoutVideo = (refs: PinterestRefs): PinterestRefs => ({ ...refs, ...NO_VIDEO });

/** Null if `refs` belong to other content, or are null. */
export function refsOf(refs: PublishRefs | null, contentHash: string): PinterestRefs | null {
  if (refs?.['contentHash'] !== contentHash) return null;
  return {
    contentHash,
    pictures: listOf(refs['pictures']).filter((name) => typeof name === 'string'),
    mediaId: textOf(refs['mediaId']),
    form: textOf(refs['form']),
    isUploaded: refs['isUploaded'] === true,
    ...(refs['limited'] === true && { limited: true }),
  };
}
