import { countText, textFit } from './text-count.ts';
import { hashtagsIn, mentionsIn } from './text-words.ts';
import { linksIn } from './web-addresses.ts';
import type { PlatformLimits, Span } from './platform-limits.ts';
import type { PublishOptions } from '../shared/publish-options.ts';
import { accountProblem as problem, type ProblemByCode } from './precheck-problem.ts';
import { isBlank, textLength } from '../shared/text.ts';

const GIF_TYPE = 'image/gif';

/** The properties of a file that the checks need. Null: unknown, so the platform decides. */
export type DraftFile = Readonly<{
  kind: 'image' | 'video';
  mimeType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  /** The codec of a video, as its MP4 or MOV file contains it: `avc1`, `hvc1`. Absent or null: not known. */
  codec?: string | null;
  altText: string;
}>;

/** What one account gets. `text`: the final text, including hashtags and suffix. */
export type PrecheckDraft = Readonly<{
  text: string;
  title: string | null;
  media: readonly DraftFile[];
  options?: PublishOptions;
}>;

/** The checks that all platforms share, against the limits of the account. `name` is the platform's name that users see. */
export function problemsOf(draft: PrecheckDraft, limits: PlatformLimits, name: string): ProblemByCode[] {
  return [
    ...textProblems(draft, limits, name),
    ...titleProblems(draft, limits, name),
    ...countProblems(draft, limits, name),
    ...imageProblems(draft, limits, name),
    ...gifProblems(draft, limits, name),
    ...videoProblems(draft, limits, name),
  ];
}

/** Whether the text is sent to the platform with these options. */
export const takesText = ({ text: { onlyWith } }: PlatformLimits, options: PublishOptions = {}): boolean =>
  onlyWith === undefined || options[onlyWith.option] === onlyWith.value;

function* textProblems(
  { text, media, options }: PrecheckDraft,
  limits: PlatformLimits,
  platform: string,
): Generator<ProblemByCode> {
  const { forbidden = '', hashtags, mentions, links, required = false } = limits.text;
  if (isBlank(text) && media.length === 0) yield problem('text-missing/no-file', { platform });
  else if (isBlank(text) && required) yield problem('text-missing', { platform });
  if (!takesText(limits, options)) return;
  const { used, max, over } = textFit(text, limits, media);
  if (over) {
    yield used > max
      ? problem('text-too-long', { platform, used, max })
      : problem('text-too-long/bytes', { platform });
  }
  if (containsAny(text, forbidden)) yield problem('text-forbidden', { platform, characters: forbidden });
  if (hashtags !== undefined && hashtagsIn(text).length > hashtags)
    yield problem('too-many-hashtags', { platform, max: hashtags });
  if (mentions !== undefined && mentionsIn(text).length > mentions)
    yield problem('too-many-mentions', { platform, max: mentions });
  if (links !== undefined && new Set(linksIn(text)).size > links)
    yield problem('too-many-links', { platform, max: links });
}

const containsAny = (text: string, chars: string): boolean =>
  Array.from(chars).some((char) => text.includes(char));

function* titleProblems(
  { title }: PrecheckDraft,
  { title: limit }: PlatformLimits,
  platform: string,
): Generator<ProblemByCode> {
  if (!limit) return;
  if (title === null || isBlank(title)) {
    if (limit.required) yield problem('title-missing', { platform });
    return;
  }
  const used = countText(title, limit.count);
  const { max, forbidden = '' } = limit;
  if (used > max) yield problem('title-too-long', { platform, used, max });
  if (containsAny(title, forbidden)) yield problem('text-forbidden', { platform, characters: forbidden });
}

function* countProblems(
  { media }: PrecheckDraft,
  limits: PlatformLimits,
  platform: string,
): Generator<ProblemByCode> {
  const { media: limit, text } = limits;
  const images = media.filter(({ kind }) => kind === 'image');
  const videos = media.filter(({ kind }) => kind === 'video');
  const takesNoImages = limit.images === 0 || limit.imagesAreCovers === true;
  if (images.length > 0 && videos.length === 0 && limit.imagesAreCovers) {
    yield problem('too-many-images/no-images', { platform });
    return;
  }
  if (text.requiresMedia && media.length === 0)
    yield problem(takesNoImages ? 'media-missing/no-images' : 'media-missing', { platform });
  if (images.length > limit.images) {
    const many = limit.imagesAreCovers ? 'too-many-images/cover' : 'too-many-images';
    yield problem(limit.images === 0 ? 'too-many-images/no-images' : many, { platform, max: limit.images });
  }
  if (videos.length > limit.videos)
    yield problem(limit.videos === 0 ? 'too-many-videos/no-videos' : 'too-many-videos', {
      platform,
      max: limit.videos,
    });
  if (images.length > 0 && videos.length > 0 && !limit.mixed) yield problem('media-mixed', { platform });
  // Where a platform accepts no descriptions, they are not sent.
  if (limit.altTextMax > 0 && media.some(({ altText }) => textLength(altText) > limit.altTextMax))
    yield problem('alt-text-too-long', { platform, max: limit.altTextMax });
}

/** Checks only the aspect ratio of images. The server converts types and sizes, but not aspect ratios. */
function* imageProblems(
  { media }: PrecheckDraft,
  { media: limit }: PlatformLimits,
  platform: string,
): Generator<ProblemByCode> {
  const { imageRatio } = limit;
  const images = media.filter(({ kind }) => kind === 'image');
  if (imageRatio && images.some((image) => !isWithin(ratioOf(image), imageRatio)))
    yield problem('image-ratio', { platform, ...shapes(imageRatio) });
}

/** Each GIF here is animated, because the server stores a still GIF as PNG. The server converts no animation. */
function* gifProblems(
  { media }: PrecheckDraft,
  { media: limit }: PlatformLimits,
  platform: string,
): Generator<ProblemByCode> {
  const gifs = media.filter(({ mimeType }) => mimeType === GIF_TYPE);
  // An image that is not allowed at all is already reported.
  const mayHaveImages = limit.imagesAreCovers !== true || media.some(({ kind }) => kind === 'video');
  if (gifs.length === 0 || limit.images === 0 || !mayHaveImages) return;
  if (!limit.imageTypes.includes(GIF_TYPE)) {
    yield problem('media-type/animation', { platform });
    return;
  }
  const { bytes = limit.imageBytes, width = Infinity, height = Infinity, alone = false } = limit.gif ?? {};
  if (alone && media.length > 1) yield problem('media-mixed/animation', { platform });
  if (gifs.some((gif) => gif.bytes > bytes)) yield problem('media-too-large/animation', { platform, bytes });
  if (gifs.some((gif) => (gif.width ?? 0) > width || (gif.height ?? 0) > height))
    yield problem('media-too-large/animation-pixels', { platform, width, height });
}

function* videoProblems(
  { media }: PrecheckDraft,
  { media: limit }: PlatformLimits,
  platform: string,
): Generator<ProblemByCode> {
  const { videoRatio, videoSeconds, videoWidthMin = 0, videoHeightMin = 0 } = limit;
  const { videoSideMax = Infinity, videoPixels = Infinity } = limit;
  for (const video of media.filter(({ kind }) => kind === 'video')) {
    const { mimeType, bytes, width, height, durationSeconds, codec = null } = video;
    if (!limit.videoTypes.includes(mimeType)) yield problem('media-type', { platform, type: mimeType });
    else if (codec !== null && limit.videoCodecs?.includes(codec) === false)
      yield problem('media-type/codec', { platform });
    if (bytes > limit.videoBytes) yield problem('media-too-large', { platform, bytes: limit.videoBytes });
    if (videoRatio && !isWithin(ratioOf(video), videoRatio))
      yield problem('video-ratio', { platform, ...shapes(videoRatio) });
    if (videoSeconds && !isWithin(durationSeconds, videoSeconds))
      yield problem('video-length', { platform, ...videoSeconds });
    if ((width ?? videoWidthMin) < videoWidthMin || (height ?? videoHeightMin) < videoHeightMin)
      yield problem('video-too-small', { platform, width: videoWidthMin, height: videoHeightMin });
    if (Math.max(width ?? 0, height ?? 0) > videoSideMax)
      yield problem('video-too-wide/sides', { platform, side: videoSideMax });
    if ((width ?? 0) * (height ?? 0) > videoPixels)
      yield problem('video-too-wide/pixels', { platform, ...widescreenOf(videoPixels) });
  }
}

/** The largest frame in the shape 16:9 with this number of pixels. */
function widescreenOf(pixels: number) {
  const unit = Math.floor(Math.sqrt(pixels / (16 * 9)));
  return { width: unit * 16, height: unit * 9 };
}

const ratioOf = ({ width, height }: DraftFile): number | null =>
  width === null || height === null || height === 0 ? null : width / height;

/** Tolerates half a percent: people call a picture of 1080 × 1349 4:5. The platform decides about unknown values. */
const isWithin = (value: number | null, { min, max }: Span): boolean =>
  value === null || (value >= min * 0.995 && value <= max * 1.005);

const shapes = ({ min, max }: Span) => ({ min: shape(min), max: shape(max) });

/** Shows a ratio as people write it: 4:5 for 0.8. */
function shape(ratio: number): string {
  const known = SHAPES.find(([value]) => Math.abs(value - ratio) < 0.005);
  return known?.[1] ?? `${ratio.toFixed(2)}:1`;
}
const SHAPES = [
  [9 / 16, '9:16'],
  [2 / 3, '2:3'],
  [3 / 4, '3:4'],
  [0.8, '4:5'],
  [1, '1:1'],
  [16 / 9, '16:9'],
] as const;
