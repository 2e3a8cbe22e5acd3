import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { DeleteOutcome } from '../contract/outcome.ts';
import type { RemotePost } from '../contract/publication.ts';
import { at, idIn, textOf } from '../kit/json.ts';
import { deleteAndVerify } from '../meta/delete.ts';
import { edgePages } from '../meta/client/edge-pages.ts';
import type { GraphClient } from '../meta/client/graph-client.ts';
import { PERMITTED, saysMissing } from '../meta/errors/graph-outcomes.ts';
import type { PageCredentials } from '../meta/tokens/page-token.ts';
import { ATTACHED, attachedIn, lastPart } from './look-up/own-posts.ts';
import { refsOf } from './publish/refs.ts';

const PAGE = 100;
const PAGES_MAX = 50;

type DeletionContext = Readonly<{ signal: AbortSignal; now: () => Date }>;

/**
 * Deletes a post. Some video posts cannot be deleted by their id: then this deletes the video itself.
 * @throws GraphError, TokenRefused, OutgoingError, BreakerOpen
 */
export function deletePost(
  graph: GraphClient,
  page: PageCredentials,
  { remoteId, publishRefs }: RemotePost,
  { signal, now }: DeletionContext,
): Promise<DeleteOutcome> {
  const video = refsOf(publishRefs, textOf(publishRefs?.['contentHash']) ?? '')?.video;
  const ids = [remoteId, ...(video ? [video.id] : [])];
  return deleteAndVerify({
    remove: () => removeFirst(graph, page, ids, signal),
    isMissing: saysMissing,
    isListed: () => isListed(graph, page, ids.map(lastPart), signal),
    outcomeOf: (error) => PERMITTED.callOutcome(error, now()),
  });
}

/** Deletes by the first id that exists. @throws GraphError (also when no id exists), TokenRefused, OutgoingError, BreakerOpen */
async function removeFirst(
  graph: GraphClient,
  page: PageCredentials,
  [path = '', ...others]: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const call = { path, method: 'DELETE', token: page.accessToken, request: { signal } } as const;
    return at((await graph.send(call)).body, 'success') !== false;
  } catch (error) {
    if (others.length === 0 || !saysMissing(error)) throw error;
    return removeFirst(graph, page, others, signal);
  }
}

/**
 * Whether the Page's list still shows the post or its video. Ids in the list begin with the Page's id. A post with another id may
 * show the video.
 */
async function isListed(
  graph: GraphClient,
  { ownerId, accessToken: token }: PageCredentials,
  expected: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const call = {
    path: `${ownerId}/published_posts`,
    token,
    fields: { fields: `id,${ATTACHED}`, limit: String(PAGE) },
    request: { signal },
  };
  for await (const { items } of edgePages(graph, call, PAGES_MAX))
    if (items.some((post) => idsIn(post).some((id) => expected.includes(id)))) return true;
  return false;
}

const idsIn = (post: JsonValue): string[] => [lastPart(idIn(at(post, 'id')) ?? ''), ...attachedIn(post)];
