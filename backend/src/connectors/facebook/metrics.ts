import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { MetricsSnapshot } from '../contract/metrics.ts';
import { at } from '../kit/json.ts';
import { reasonOf, type AskGraph } from '../meta/metrics/graph-metrics.ts';
import { readInsights, type InsightFigure } from '../meta/metrics/insights.ts';
import { joinSnapshots, snapshotOf, snapshotWithout } from '../kit/metrics/snapshot.ts';
import { mayHave } from '../kit/oauth/oauth-credentials.ts';
import { COUNTED_COMMENTS, READING_SCOPE } from './comments/comments.ts';

/** docs/graph-api/reference/insights: `post_impressions` and similar metrics ended on 2026-06-15. */
const VIEW_FIGURES: readonly InsightFigure[] = [
  { metric: 'impressions', names: ['post_media_view'] },
  { metric: 'reach', names: ['post_total_media_view_unique'] },
  { metric: 'clicks', names: ['post_clicks'] },
];
const REACTIONS = 'reactions.limit(0).summary(total_count)';
/** To read the numbers of reactions and comments, an account needs the permission to read what people write. */
const PEOPLE_METRICS = ['likes', 'comments'] as const;

/**
 * Reads the fields of the post (reactions, comments, shares) and its insights (views). @throws GraphError, TokenRefused,
 * OutgoingError, BreakerOpen
 */
export async function readPostMetrics(
  ask: AskGraph,
  id: string,
  credentials: JsonObject,
): Promise<MetricsSnapshot> {
  const counted = await countsOf(ask, id, mayHave(credentials, READING_SCOPE));
  const seen = mayHave(credentials, 'read_insights')
    ? await readInsights(VIEW_FIGURES, {
        ask: (names) => ask(`${id}/insights`, { metric: names.join(',') }),
        reasonOf,
      })
    : snapshotWithout(
        VIEW_FIGURES.map(({ metric }) => metric),
        'not-permitted',
      );
  return joinSnapshots([counted, seen]);
}

async function countsOf(ask: AskGraph, id: string, mayReadPeople: boolean): Promise<MetricsSnapshot> {
  if (!mayReadPeople)
    return joinSnapshots([snapshotWithout(PEOPLE_METRICS, 'not-permitted'), await sharesOf(ask, id)]);
  try {
    const body = await ask(id, { fields: `${REACTIONS},${COUNTED_COMMENTS},shares` });
    return joinSnapshots([peopleIn(body), sharesIn(body)]);
  } catch (error) {
    // One refused field fails the request, so shares are requested separately.
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return joinSnapshots([snapshotWithout(PEOPLE_METRICS, reason), await sharesOf(ask, id)]);
  }
}

async function sharesOf(ask: AskGraph, id: string): Promise<MetricsSnapshot> {
  try {
    return sharesIn(await ask(id, { fields: 'shares' }));
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return snapshotWithout(['shares'], reason);
  }
}

const peopleIn = (body: JsonValue): MetricsSnapshot =>
  snapshotOf({
    likes: { source: 'reactions', counted: at(body, 'reactions', 'summary', 'total_count') },
    comments: { source: 'comments', counted: at(body, 'comments', 'summary', 'total_count') },
  });

/** A post that was never shared has no field `shares`. A valid response has at least the post's id. */
function sharesIn(body: JsonValue): MetricsSnapshot {
  const isUnshared = at(body, 'id') !== undefined && at(body, 'shares') === undefined;
  return snapshotOf({ shares: { source: 'shares', counted: isUnshared ? 0 : at(body, 'shares', 'count') } });
}
