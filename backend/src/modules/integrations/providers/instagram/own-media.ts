import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { at, idIn, textOf } from '../json.ts';
import { edgePages } from '../meta/edge-pages.ts';
import type { GraphClient } from '../meta/graph-client.ts';
import { earliestFor, graphTime, readsAlike } from '../meta/own-post-time.ts';
import type { PageCredentials } from '../meta/page-credentials.ts';

const PAGE = 25;
const PAGES_MAX = 20;
const FIELDS = 'id,caption,timestamp,permalink';

type Found = Readonly<{ id: string; permalink: string | null }>;

/**
 * The account's own media since the attempt began with the caption that we sent, oldest first.
 * @throws GraphError, TokenRefused, BreakerOpen, OutgoingError (also when the list is no list): nothing is proven then
 */
export async function ownMedia(
  graph: GraphClient,
  { ownerId, accessToken: token }: PageCredentials,
  { text, armedAt }: Readonly<{ text: string; armedAt: string }>,
  now: () => Date,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const call = { path: `${ownerId}/media`, token, fields: { fields: FIELDS, limit: String(PAGE) } };
  for await (const { items, headers } of edgePages(graph, call, PAGES_MAX)) {
    const earliest = earliestFor(armedAt, headers['date'], now());
    const times = items.map((media) => graphTime(at(media, 'timestamp')));
    if (times.some(Number.isNaN))
      throw new OutgoingError('unreadable', true, ownerId, 'answers media without a time');
    const recent = items.filter((media) => graphTime(at(media, 'timestamp')) >= earliest);
    found.push(
      ...recent.flatMap((media) => {
        const id = idIn(at(media, 'id'));
        const reads = readsAlike(text, textOf(at(media, 'caption')) ?? '');
        return id !== null && reads ? [{ id, permalink: textOf(at(media, 'permalink')) }] : [];
      }),
    );
    if ((times.at(-1) ?? 0) < earliest) break;
  }
  return found.reverse();
}
