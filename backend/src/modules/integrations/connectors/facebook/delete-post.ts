import type { DeleteOutcome } from '../contract/outcome.ts';
import type { RemotePost } from '../contract/publication.ts';
import { at, textOf } from '../json.ts';
import type { GraphClient } from '../meta/graph-client.ts';
import { saysMissing } from '../meta/graph-outcomes.ts';
import type { PageCredentials } from '../meta/page-credentials.ts';
import { refused } from '../outcomes.ts';
import { refsOf } from './refs.ts';

/**
 * A post that is not there and one that cannot be deleted by its id are answered alike, and the post of a video may be of
 * the second kind: then the video itself is deleted.
 * @throws GraphError, TokenRefused, OutgoingError, BreakerOpen
 */
export async function deletePost(
  graph: GraphClient,
  { accessToken: token }: PageCredentials,
  { remoteId, publishRefs }: RemotePost,
  signal: AbortSignal,
): Promise<DeleteOutcome> {
  const video = refsOf(publishRefs, textOf(publishRefs?.['contentHash']) ?? '')?.video;
  for (const path of [remoteId, ...(video ? [video.id] : [])]) {
    try {
      const { body } = await graph.send({ path, method: 'DELETE', token, request: { signal } });
      if (at(body, 'success') === false) return refused('rejected', null, false);
      break;
    } catch (error) {
      if (!saysMissing(error)) throw error;
    }
  }
  return { kind: 'deleted' };
}
