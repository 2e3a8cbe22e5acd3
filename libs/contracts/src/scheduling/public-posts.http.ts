import type { Call } from '../shared/call.ts';
import type { MediaFileView } from '../shared/media.http.ts';
import type { Platform } from '../shared/platform.ts';

export const PUBLIC_POSTS = {
  /** The maximum number of posts in one response. */
  max: 60,
} as const;

/** The data that other users see of a post that is published on at least one account, with the text of one of these accounts. */
export type PublicPostView = Readonly<{
  id: number;
  content: string;
  /** As platforms show them: `#bread #rolls`. */
  hashtags: string | null;
  /** The first picture or video that was published with it. */
  media: Pick<MediaFileView, 'mediaUrl' | 'mediaType' | 'thumbnailUrl' | 'altText'> | null;
  /** The time of its first publication. */
  publishedAt: string;
  /** The platforms on which it is published. */
  platforms: readonly Platform[];
  /** Figures as the platforms reported them; null: unknown or not public. */
  likes: number | null;
  comments: number | null;
  shares: number | null;
}>;

/** A user's published posts that everyone can see, and that are neither archived, deleted nor hidden, newest first. Requires a sign-in; 404 for an unknown name. */
export const listPublicPosts: Call<void, readonly PublicPostView[]> = {
  method: 'GET',
  path: '/api/posts/public/:username',
};
/** As `listPublicPosts`, with the name as `?username=`. */
export const listPublicPostsByQuery: Call<void, readonly PublicPostView[]> = {
  method: 'GET',
  path: '/api/posts/public',
};
