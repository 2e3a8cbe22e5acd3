import { countText, textFit } from '@posthorn/contracts/integrations/text-count';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { textLength } from '@posthorn/contracts/shared/text';
import type { ProblemView, Publication } from '../public.ts';

type Draft = Pick<Publication, 'text' | 'media'>;

/** What every platform checks alike, against the limits of the account. `name` is how users know the platform. */
export function problemsOf(draft: Draft, limits: PlatformLimits, name: string): ProblemView[] {
  return [...textProblems(draft, limits, name), ...mediaProblems(draft, limits, name)];
}

const problem = (code: string, message: string): ProblemView => ({ code: `integrations.${code}`, message });

function* textProblems({ text, media }: Draft, limits: PlatformLimits, name: string): Generator<ProblemView> {
  if (text.trim() === '' && media.length === 0) yield problem('text-missing', PRECHECK_TEXT.empty(name));
  const { used, max, over } = textFit(text, limits);
  if (!over) return;
  const byCount = countText(text, limits.text.count) > limits.text.max;
  yield byCount
    ? problem('text-too-long', PRECHECK_TEXT.tooLong(name, used, max))
    : problem('text-too-long', PRECHECK_TEXT.tooManyBytes(name));
}

function* mediaProblems({ media }: Draft, limits: PlatformLimits, name: string): Generator<ProblemView> {
  const { media: limit, text } = limits;
  const images = media.filter(({ kind }) => kind === 'image');
  const videos = media.filter(({ kind }) => kind === 'video');
  if (text.requiresMedia && media.length === 0)
    yield problem('media-missing', PRECHECK_TEXT.requiresMedia(name));
  if (images.length > limit.images)
    yield problem('too-many-images', PRECHECK_TEXT.tooManyImages(name, limit.images));
  if (videos.length > limit.videos)
    yield problem('too-many-videos', PRECHECK_TEXT.tooManyVideos(name, limit.videos));
  if (images.length > 0 && videos.length > 0 && !limit.mixed)
    yield problem('media-mixed', PRECHECK_TEXT.mixed(name));
  for (const { mimeType, bytes } of videos) {
    if (!limit.videoTypes.includes(mimeType)) {
      yield problem('media-type', PRECHECK_TEXT.videoType(name, mimeType));
    }
    if (bytes > limit.videoBytes) {
      yield problem('media-too-large', PRECHECK_TEXT.videoTooLarge(name, limit.videoBytes));
    }
  }
  if (media.some(({ altText }) => textLength(altText) > limit.altTextMax)) {
    yield problem('alt-text-too-long', PRECHECK_TEXT.altTooLong(name, limit.altTextMax));
  }
}
