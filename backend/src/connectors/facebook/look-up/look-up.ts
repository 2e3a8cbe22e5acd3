import type { LookUpOutcome } from '../../contract/outcome.ts';
import type { GraphClient } from '../../meta/client/graph-client.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import { published, refused } from '../../kit/outcomes.ts';
import { firstClaimed } from '../../kit/own-post-search.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import { ownPosts } from './own-posts.ts';
import { urlOfPost, urlOfVideo } from '../publish/permalinks.ts';
import type { FacebookRefs } from '../publish/refs.ts';
import { videoState, type FacebookVideoState } from '../publish/video-status.ts';

/** @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
export async function lookUpPost(
  graph: GraphClient,
  page: PageCredentials,
  access: AccountAccess,
  expected: Parameters<typeof ownPosts>[2],
  now: () => Date,
): Promise<LookUpOutcome> {
  const post = await firstClaimed(access, await ownPosts(graph, page, expected, now), ({ id }) => id);
  return post ? published(post.id, post.permalink ?? urlOfPost(post.id)) : { kind: 'absent' };
}

/** @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
export async function lookUpVideo(
  graph: GraphClient,
  page: PageCredentials,
  video: NonNullable<FacebookRefs['video']>,
  isAccepted: boolean,
): Promise<LookUpOutcome> {
  const found = await videoState(graph, page, video);
  // `isAccepted`: Facebook accepted the call to publish. So a ready video is published.
  switch (isAccepted && found.state === 'ready' ? 'published' : found.state) {
    case 'published':
      return published(postIdOf(page, video.id, found), urlOfVideo(page.ownerId, video, found.permalink));
    case 'processing':
      return { kind: 'pending' };
    case 'ready':
    case 'waiting':
      return { kind: 'absent' };
    case 'lost':
      return refused('media-lost', found.words, true);
    case 'failed':
      return refused('media-rejected', found.words, false);
  }
}

/**
 * The id of the post that shows the video. Post ids begin with the Page's id. If Facebook returned no post id, the id is
 * `{page}_{video}`.
 */
function postIdOf({ ownerId }: PageCredentials, videoId: string, { postId }: FacebookVideoState): string {
  const id = postId ?? videoId;
  return id.includes('_') ? id : `${ownerId}_${id}`;
}
