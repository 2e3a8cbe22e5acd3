/** Why a post does not fit an account, in words for its writer. `platform` is a display name. */
export const PRECHECK_TEXT = {
  tooLong: (platform: string, used: number, max: number) =>
    `${platform}: the text has ${String(used)} characters, ${String(max)} are allowed.`,
  tooManyBytes: (platform: string) => `${platform}: the text takes up too many bytes. Please shorten it.`,
  empty: (platform: string) => `${platform}: a post needs a text or a file.`,
  requiresMedia: (platform: string) => `${platform}: a post needs an image or a video.`,
  tooManyImages: (platform: string, max: number) =>
    `${platform}: at most ${String(max)} images fit in one post.`,
  tooManyVideos: (platform: string, max: number) =>
    `${platform}: at most ${max === 1 ? 'one video fits' : `${String(max)} videos fit`} in one post.`,
  mixed: (platform: string) => `${platform}: images and videos cannot be mixed in one post.`,
  videoType: (platform: string, type: string) => `${platform}: videos of type ${type} are not accepted.`,
  videoTooLarge: (platform: string, maxBytes: number) =>
    `${platform}: a video may have at most ${String(Math.floor(maxBytes / 1_000_000))} MB.`,
  altTooLong: (platform: string, max: number) =>
    `${platform}: a description of a file may have at most ${String(max)} characters.`,
} as const;
