import type { PulledFile } from '../../http/pulled-file.ts';
import type { ReceivedBlob } from '../../state/blob-store.ts';
import { invalidParameter, refusal } from './threads-refusal.ts';

const TEXT_MAX = 500;
const LINKS_MAX = 5;
const ALT_MAX = 1000;
export const IMAGE_MAX = 8_000_000;
export const VIDEO_MAX = 1_000_000_000;
const IMAGE_TYPES = ['image/jpeg', 'image/png'];
const VIDEO_TYPES = ['video/mp4', 'video/quicktime'];
/** A link with a scheme or with `www.`, as in the examples of the documentation. */
const LINK = /(?:https?:\/\/|(?<![\w@.])www\.)[^\s<>"]+/gi;
const segmenter = new Intl.Segmenter('en');

/** @throws Refusal 400 */
export function checkedText(text: string): string {
  if (lengthOf(text) > TEXT_MAX)
    throw invalidParameter(`Param text must be at most ${String(TEXT_MAX)} characters long.`);
  if (new Set(text.match(LINK) ?? []).size > LINKS_MAX)
    throw refusal(400, 100, 'THREADS_API__LINK_LIMIT_EXCEEDED', {
      words: `A post may have at most ${String(LINKS_MAX)} links.`,
    });
  return text;
}

/** @throws Refusal 400 */
export function checkedAlt(alt: string): string {
  if (Array.from(alt).length > ALT_MAX)
    throw invalidParameter(`Param alt_text must be at most ${String(ALT_MAX)} characters long.`);
  return alt;
}

/** The length of a text as Threads counts it: an emoji counts as many characters as it has bytes. */
function lengthOf(text: string): number {
  let length = 0;
  for (const { segment } of segmenter.segment(text)) {
    const isEmoji = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f|\u20e3/u.test(segment);
    length += isEmoji ? Buffer.byteLength(segment) : Array.from(segment).length;
  }
  return length;
}

/** Refuses an unusable image immediately, including one that cannot be fetched. @throws Refusal 400 */
export function checkedImage(pulled: PulledFile | null): ReceivedBlob {
  if (!pulled)
    throw refusal(400, 100, 'Invalid parameter', {
      words: 'The media could not be fetched from this address.',
    });
  const { file } = pulled;
  if (file.type === null || !IMAGE_TYPES.includes(file.type))
    throw refusal(400, 100, 'Invalid parameter', { words: 'Only JPEG and PNG images are supported.' });
  return file;
}

/** The error code of an unusable video, whose container fails later; null: the video is usable. */
export function failureOf(pulled: PulledFile | null): string | null {
  if (!pulled) return 'FAILED_DOWNLOADING_VIDEO';
  const { file } = pulled;
  return file.type !== null && VIDEO_TYPES.includes(file.type) ? null : 'FAILED_PROCESSING_VIDEO';
}
