import type { Call } from '../shared/call.ts';
import type { MediaFileView } from '../shared/media.http.ts';
import type { Platform } from '../shared/platform.ts';

export const PUBLIC_POSTS = {
  /** Newest posts in one answer. */
  max: 60,
} as const;

/** What others see of a post that is out on one account at least, in the words of one of these accounts. */
export type PublicPostView = Readonly<{
  id: number;
  content: string;
  /** As they were written: `#bread #morning`. */
  hashtags: string | null;
  /** The first picture or film that was published with it. */
  media: Pick<MediaFileView, 'mediaUrl' | 'mediaType' | 'thumbnailUrl' | 'altText'> | null;
  /** When it was first out. */
  publishedAt: string;
  /** Where it is out. */
  platforms: readonly Platform[];
  /** As the platforms reported; null: they were never read. */
  likes: number | null;
  comments: number | null;
  shares: number | null;
}>;

/** What a user has published and neither archived nor deleted again, newest first. Signed in only; 404 for a name that no user has. */
export const listPublicPosts: Call<void, readonly PublicPostView[]> = {
  method: 'GET',
  path: '/api/posts/public/:username',
};
/** The same, with `?username=`. */
export const listPublicPostsToo: Call<void, readonly PublicPostView[]> = {
  method: 'GET',
  path: '/api/posts/public',
};
