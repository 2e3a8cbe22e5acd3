/** The names that people know. */
const VIDEO_NAMES: Readonly<Record<string, string>> = { 'video/mp4': 'MP4', 'video/quicktime': 'MOV' };

const span = (min: string, max: string): string => (min === max ? min : `between ${min} and ${max}`);

/** Why a post does not fit an account, in words for its writer. `platform` is a display name. */
export const PRECHECK_TEXT = {
  tooLong: (platform: string, used: number, max: number) =>
    `${platform}: the text has ${String(used)} characters, ${String(max)} are allowed.`,
  tooManyBytes: (platform: string) => `${platform}: the text takes up too many bytes. Please shorten it.`,
  empty: (platform: string) => `${platform}: a post needs a text or a file.`,
  erased: (platform: string) =>
    `${platform}: “[erased]” stands for words that were erased, and cannot be sent.`,
  requiresMedia: (platform: string) => `${platform}: a post needs an image or a video.`,
  tooManyImages: (platform: string, max: number) =>
    `${platform}: at most ${max === 1 ? 'one image fits' : `${String(max)} images fit`} in one post.`,
  tooManyVideos: (platform: string, max: number) =>
    `${platform}: at most ${max === 1 ? 'one video fits' : `${String(max)} videos fit`} in one post.`,
  mixed: (platform: string) => `${platform}: images and videos cannot be mixed in one post.`,
  coverOnly: (platform: string) =>
    `${platform}: only one image can go with a video. It becomes the cover of the video.`,
  gif: (platform: string) =>
    `${platform}: animations (GIF, WebP) are not accepted. Please use a video, or choose other files for this account.`,
  gifAlone: (platform: string) => `${platform}: an animation can only be published without other files.`,
  gifTooLarge: (platform: string, maxBytes: number) =>
    `${platform}: an animation may have at most ${String(Math.floor(maxBytes / 1_000_000))} MB.`,
  gifTooWide: (platform: string, width: number, height: number) =>
    `${platform}: an animation may have at most ${String(width)} × ${String(height)} pixels.`,
  sameShape: (platform: string) => `${platform}: all images of one post must have the same shape.`,
  videoType: (platform: string, type: string) =>
    `${platform}: ${VIDEO_NAMES[type] ?? type} videos are not accepted. Please choose other files for this account.`,
  videoCodec: (platform: string) =>
    `${platform}: only H.264 videos are accepted. Please convert this one, or choose other files for this account.`,
  videoTooLarge: (platform: string, maxBytes: number) =>
    `${platform}: a video may have at most ${String(Math.floor(maxBytes / 1_000_000))} MB.`,
  altTooLong: (platform: string, max: number) =>
    `${platform}: alt text may have at most ${String(max)} characters.`,
  textMissing: (platform: string) => `${platform}: a post needs a text.`,
  titleMissing: (platform: string) => `${platform}: a post needs a title.`,
  titleTooLong: (platform: string, used: number, max: number) =>
    `${platform}: the title has ${String(used)} characters, ${String(max)} are allowed.`,
  photoTitleTooLong: (platform: string, used: number, max: number) =>
    `${platform}: the title has ${String(used)} characters, ${String(max)} are allowed for photos.`,
  forbiddenText: (platform: string, chars: string) =>
    `${platform}: these characters are not allowed: ${Array.from(chars).join(' ')}`,
  tooManyHashtags: (platform: string, max: number) =>
    `${platform}: at most ${String(max)} hashtags are allowed.`,
  tooManyMentions: (platform: string, max: number) =>
    `${platform}: at most ${String(max)} mentions are allowed.`,
  tooManyLinks: (platform: string, max: number) => `${platform}: at most ${String(max)} links are allowed.`,
  noImages: (platform: string) => `${platform}: images cannot be published. Please use a video.`,
  noVideos: (platform: string) => `${platform}: videos cannot be published. Please use an image.`,
  imageRatio: (platform: string, min: string, max: string) =>
    `${platform}: an image must be ${span(min, max)} in shape (width to height).`,
  videoRatio: (platform: string, min: string, max: string) =>
    `${platform}: a video must be ${span(min, max)} in shape (width to height).`,
  videoLength: (platform: string, min: number, max: number) =>
    min === max
      ? `${platform}: a video must last ${String(min)} seconds.`
      : `${platform}: a video must last from ${String(min)} to ${String(max)} seconds.`,
  videoTooSmall: (platform: string, width: number, height: number) =>
    `${platform}: a video needs at least ${String(width)} × ${String(height)} pixels.`,
  videoTooWide: (platform: string, width: number) =>
    `${platform}: a video may be at most ${String(width)} pixels wide.`,
  videoSidesTooLong: (platform: string, side: number) =>
    `${platform}: a video may have at most ${String(side)} × ${String(side)} pixels.`,
  videoHasTooManyPixels: (platform: string, width: number, height: number) =>
    `${platform}: the video has too many pixels. In the shape 16:9, it may have at most ${String(width)} × ${String(height)} pixels.`,
  optionMissing: (platform: string, label: string) => `${platform}: please choose “${label}”.`,
  brandMissing: (platform: string) =>
    `${platform}: please say whether the post promotes your brand, branded content or both.`,
  brandedForOnlyYou: (platform: string) => `${platform}: branded content cannot be visible to only you.`,
  optionNotValid: (platform: string, label: string) => `${platform}: “${label}” cannot be used as it is.`,
  notInVideo: (platform: string, label: string) => `${platform}: “${label}” must be a moment of the video.`,
  optionUnknown: (platform: string, option: string) => `${platform} has no option called ${option}.`,
} as const;
