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
 * docs/instagram-platform/reference/instagram-media/insights: the metrics that pictures, carousels and Reels share. `views` replaced
 * impressions and plays.
 */
const FIGURES: readonly InsightFigure[] = [
  { metric: 'impressions', names: ['views'] },
  { metric: 'reach', names: ['reach'] },
  { metric: 'likes', names: ['likes'] },
  { metric: 'comments', names: ['comments'] },
  { metric: 'shares', names: ['shares'] },
  { metric: 'saves', names: ['saved'] },
];
const TOLD: readonly Metric[] = FIGURES.map(({ metric }) => metric);
/** Stories have no likes, comments and saves: the platform refuses a list with one of those. */
const NEVER_OF_STORIES: readonly Metric[] = ['likes', 'comments', 'saves'];
const OF_STORIES = FIGURES.filter(({ metric }) => !NEVER_OF_STORIES.includes(metric));

const scopeOf = (credentials: JsonObject): string =>
  routeNameIn(credentials) === 'login' ? 'instagram_business_manage_insights' : 'instagram_manage_insights';

/** The same on the hosts of both routes. @throws as all calls */
export async function readMediaMetrics(
  ask: AskGraph,
  id: string,
  credentials: JsonObject,
): Promise<MetricsSnapshot> {
  if (!mayHave(credentials, scopeOf(credentials))) return snapshotWithout(TOLD, 'not-permitted');
  const asking = (names: readonly string[]) => ask(`${id}/insights`, { metric: names.join(',') });
  try {
    return await readInsights(FIGURES, { ask: asking, reasonOf: whyAllMissing });
  } catch (error) {
    if (whyMissing(error) === null) throw error;
  }
  // The kind of medium matters only after a name was refused.
  const isStory = at(await ask(id, { fields: 'media_product_type' }), 'media_product_type') === 'STORY';
  const look = await readInsights(isStory ? OF_STORIES : FIGURES, { ask: asking, reasonOf: whyMissing });
  return isStory ? joinSnapshots([look, snapshotWithout(NEVER_OF_STORIES, 'not-offered')]) : look;
}

/** Too few people have seen the story. Its code equals that of a missing permission; only its words differ. */
const whyMissing = (error: unknown): MissingReason | null =>
  error instanceof GraphError && error.code === 10 && /not enough viewers/iu.test(error.message)
    ? 'too-early'
    : reasonOf(error);

/** Null also where a single name may be the reason why all were refused. */
function whyAllMissing(error: unknown): MissingReason | null {
  const reason = whyMissing(error);
  return reason === 'failed' ? null : reason;
}
