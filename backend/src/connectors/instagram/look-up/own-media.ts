import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { at, idIn, textOf } from '../../kit/json.ts';
import { edgePages } from '../../meta/client/edge-pages.ts';
import type { GraphClient } from '../../meta/client/graph-client.ts';
import { earliestFor, graphTime, isSameText } from '../../meta/look-up.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import { isNewestFirst, readPages, type OwnPostSearch } from '../../kit/own-post-search.ts';

const PAGE = 25;
const PAGES_MAX = 20;
const FIELDS = 'id,caption,timestamp,permalink';
/** A smaller tolerance, for posts that only their time can identify. */
const SMALL_CLOCK_DIFFERENCE_MS = 10_000;

type Found = Readonly<{ id: string; permalink: string | null }>;
/** `isPublished`: the post certainly exists. In this case, a single candidate is the post, even if its caption differs. */
type Expected = Readonly<{ text: string; attemptStartedAt: string; isPublished: boolean }>;

/**
 * The account's own posts since the attempt began that have the caption of this publication, oldest first. `brokeOff` may be a
 * GraphError, TokenRefused, BreakerOpen or OutgoingError (also when the response is not a list).
 */
export async function ownMedia(
  graph: GraphClient,
  { ownerId, accessToken: token }: PageCredentials,
  expected: Expected,
  now: () => Date,
): Promise<OwnPostSearch<Found>> {
  const recent: JsonValue[] = [];
  const call = { path: `${ownerId}/media`, token, fields: { fields: FIELDS, limit: String(PAGE) } };
  const brokeOff = await readPages(async () => {
    for await (const { items, headers } of edgePages(graph, call, PAGES_MAX)) {
      const earliest = earliestFor(expected.attemptStartedAt, headers['date'], now());
      const times = items.map(madeAt);
      if (times.some(Number.isNaN))
        throw new OutgoingError('unreadable', true, ownerId, 'answers media without a time');
      recent.push(...items.filter((media) => madeAt(media) >= earliest));
      if ((times.at(-1) ?? 0) < earliest && isNewestFirst(times)) break;
    }
  });
  const matching = recent.filter((media) => isSameText(expected.text, textOf(at(media, 'caption')) ?? ''));
  // If the search ended early, there may be more candidates.
  const others = brokeOff ? [] : onlyCandidate(recent, expected);
  const found = (matching.length > 0 ? sortedByLikelihood(matching, expected) : others).flatMap((media) => {
    const id = idIn(at(media, 'id'));
    return id === null ? [] : [{ id, permalink: textOf(at(media, 'permalink')) }];
  });
  return { found, brokeOff };
}

const madeAt = (media: JsonValue): number => graphTime(at(media, 'timestamp'));

const isSince = (media: JsonValue, { attemptStartedAt }: Expected): boolean =>
  madeAt(media) >= Date.parse(attemptStartedAt) - SMALL_CLOCK_DIFFERENCE_MS;

/** Oldest first. Posts that are only slightly too old come last. */
const sortedByLikelihood = (media: readonly JsonValue[], expected: Expected): readonly JsonValue[] =>
  media.toReversed().sort((a, b) => Number(isSince(b, expected)) - Number(isSince(a, expected)));

function onlyCandidate(media: readonly JsonValue[], expected: Expected): readonly JsonValue[] {
  const possible = media.filter((item) => isSince(item, expected));
  return expected.isPublished && possible.length === 1 ? possible : [];
}
