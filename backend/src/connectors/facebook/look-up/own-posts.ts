import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { edgePages } from '../../meta/client/edge-pages.ts';
import type { GraphClient } from '../../meta/client/graph-client.ts';
import { earliestFor, graphTime, isSameText } from '../../meta/look-up.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import { isNewestFirst, readPages, type OwnPostSearch } from '../../kit/own-post-search.ts';

const PAGE = 25;
const PAGES_MAX = 20;
/** `attachments` contain the photos of a post. A photo belongs to one post, so photos prove more than text. */
export const ATTACHED = 'attachments{target{id},subattachments{target{id}}}';
const FIELDS = `id,message,created_time,permalink_url,${ATTACHED}`;

type Expected = Readonly<{ text: string; photoIds: readonly string[]; attemptStartedAt: string }>;
type Found = Readonly<{ id: string; permalink: string | null }>;

/**
 * The Page's own posts since the attempt began that match this publication, best match first. `brokeOff` may be a GraphError,
 * TokenRefused, BreakerOpen or OutgoingError (also when the response is not a list).
 */
export async function ownPosts(
  graph: GraphClient,
  { ownerId, accessToken: token }: PageCredentials,
  expected: Expected,
  now: () => Date,
): Promise<OwnPostSearch<Found>> {
  const found: (Found & { hasOurPhotos: boolean })[] = [];
  const call = { path: `${ownerId}/published_posts`, token, fields: { fields: FIELDS, limit: String(PAGE) } };
  const brokeOff = await readPages(async () => {
    for await (const { items, headers } of edgePages(graph, call, PAGES_MAX)) {
      const earliest = earliestFor(expected.attemptStartedAt, headers['date'], now());
      const times = items.map(createdAt);
      if (times.some(Number.isNaN))
        throw new OutgoingError('unreadable', true, ownerId, 'answers posts without a time');
      found.push(
        ...items.filter((post) => createdAt(post) >= earliest).flatMap((post) => foundIn(post, expected)),
      );
      if ((times.at(-1) ?? 0) < earliest && isNewestFirst(times)) break;
    }
  });
  found.reverse().sort((a, b) => Number(b.hasOurPhotos) - Number(a.hasOurPhotos));
  return { found, brokeOff };
}

const createdAt = (post: JsonValue): number => graphTime(at(post, 'created_time'));

function foundIn(post: JsonValue, { text, photoIds }: Expected): (Found & { hasOurPhotos: boolean })[] {
  const id = idIn(at(post, 'id'));
  if (id === null) return [];
  const shown = attachedIn(post);
  const hasOurPhotos = photoIds.length > 0 && photoIds.every((photo) => shown.includes(photo));
  // A post with other photos and the same text belongs to another publication.
  if (photoIds.length > 0 && shown.length > 0 && !hasOurPhotos) return [];
  // Without a text, only the photos can match.
  const hasOurText = text.trim() !== '' && isSameText(text, textOf(at(post, 'message')) ?? '');
  if (!hasOurPhotos && !hasOurText) return [];
  return [{ id, permalink: textOf(at(post, 'permalink_url')), hasOurPhotos }];
}

/** The ids of photos and videos that a post shows. */
export const attachedIn = (post: JsonValue): string[] =>
  listOf(at(post, 'attachments', 'data'))
    .flatMap((attachment) => [attachment, ...listOf(at(attachment, 'subattachments', 'data'))])
    .flatMap((attachment) => idIn(at(attachment, 'target', 'id')) ?? []);

/** Removes the prefix of an id: ids of posts begin with the Page's id, ids of comments with the post's id. */
export const lastPart = (id: string): string => id.slice(id.lastIndexOf('_') + 1);
