import type { Metric, MissingReason } from '@posthorn/contracts/shared/metrics';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { MetricsSnapshot } from '../contract/metrics.ts';
import { at } from '../kit/json.ts';
import { GraphError } from '../meta/errors/graph-error.ts';
import { reasonOf, type AskGraph } from '../meta/metrics/graph-metrics.ts';
import { readInsights, type InsightFigure } from '../meta/metrics/insights.ts';
import { joinSnapshots, snapshotWithout } from '../kit/metrics/snapshot.ts';
import { mayHave } from '../kit/oauth/oauth-credentials.ts';
import { routeNameIn } from './client.ts';

/**
 * Source: docs/instagram-platform/reference/instagram-media/insights. The metrics that pictures, carousels and Reels have in
 * common. `views` replaced impressions and plays.
 */
const FIGURES: readonly InsightFigure[] = [
  { metric: 'impressions', names: ['views'] },
  { metric: 'reach', names: ['reach'] },
  { metric: 'likes', names: ['likes'] },
  { metric: 'comments', names: ['comments'] },
  { metric: 'shares', names: ['shares'] },
  { metric: 'saves', names: ['saved'] },
];
const METRICS: readonly Metric[] = FIGURES.map(({ metric }) => metric);
/** Stories have no likes, comments and saves. The platform refuses a request with one of these names. */
const NOT_FOR_STORIES: readonly Metric[] = ['likes', 'comments', 'saves'];
const STORY_FIGURES = FIGURES.filter(({ metric }) => !NOT_FOR_STORIES.includes(metric));

const scopeOf = (credentials: JsonObject): string =>
  routeNameIn(credentials) === 'login' ? 'instagram_business_manage_insights' : 'instagram_manage_insights';

/** Reads the figures of one post. Both routes use the same fields. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
export async function readMediaMetrics(
  ask: AskGraph,
  id: string,
  credentials: JsonObject,
): Promise<MetricsSnapshot> {
  if (!mayHave(credentials, scopeOf(credentials))) return snapshotWithout(METRICS, 'not-permitted');
  const asking = (names: readonly string[]) => ask(`${id}/insights`, { metric: names.join(',') });
  try {
    return await readInsights(FIGURES, { ask: asking, reasonOf: whyAllMissing });
  } catch (error) {
    if (whyMissing(error) === null) throw error;
  }
  // The kind of post matters only after the platform refused a name.
  const isStory = at(await ask(id, { fields: 'media_product_type' }), 'media_product_type') === 'STORY';
  const snapshot = await readInsights(isStory ? STORY_FIGURES : FIGURES, {
    ask: asking,
    reasonOf: whyMissing,
  });
  return isStory ? joinSnapshots([snapshot, snapshotWithout(NOT_FOR_STORIES, 'not-offered')]) : snapshot;
}

/**
 * Why figures are missing. If too few people have seen a story, the error has the code of a missing permission; only its message
 * differs.
 */
const whyMissing = (error: unknown): MissingReason | null =>
  error instanceof GraphError && error.code === 10 && /not enough viewers/iu.test(error.message)
    ? 'too-early'
    : reasonOf(error);

/** Like `whyMissing`, but also null if a single refused name may have caused the error. */
function whyAllMissing(error: unknown): MissingReason | null {
  const reason = whyMissing(error);
  return reason === 'failed' ? null : reason;
}
