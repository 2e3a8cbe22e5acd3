import type { Metric, MissingReason } from '@posthorn/contracts/shared/metrics';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Look } from '../contract/metrics.ts';
import { GraphError } from '../meta/graph-error.ts';
import { reasonOf, type AskGraph } from '../meta/graph-metrics.ts';
import { lookAtInsights, type InsightFigure } from '../meta/insights.ts';
import { lookWithout } from '../metrics/look.ts';
import { mayHave } from '../oauth/oauth-credentials.ts';
import { routeNameIn } from './routes.ts';

/**
 * docs/instagram-platform/reference/instagram-media/insights: what pictures, carousels and Reels have in common. `views` took the place
 * of impressions and plays. Stories have no likes, comments and saves: those are refused there.
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

const scopeOf = (credentials: JsonObject): string =>
  routeNameIn(credentials) === 'login' ? 'instagram_business_manage_insights' : 'instagram_manage_insights';

/** The same on the hosts of both ways to an account. @throws as all calls */
export async function lookAtMedia(ask: AskGraph, id: string, credentials: JsonObject): Promise<Look> {
  if (!mayHave(credentials, scopeOf(credentials))) return lookWithout(TOLD, 'not-permitted');
  return lookAtInsights(FIGURES, {
    ask: (names) => ask(`${id}/insights`, { metric: names.join(',') }),
    reasonOf: whyMissing,
  });
}

/** Too few people have seen a story yet: its code is that of a missing permission, and its words alone tell the two apart. */
const whyMissing = (error: unknown): MissingReason | null =>
  error instanceof GraphError && error.code === 10 && /not enough viewers/iu.test(error.message)
    ? 'too-early'
    : reasonOf(error);
