import type { Exchange } from '../../http/exchange.ts';
import type { Counter, PostCounters } from '../../state/post-counters.ts';

/** The counter of a metric, and the metric’s value unless the control API sets one. */
type InsightMetric = Readonly<{ counter?: Counter; counted?: number }>;

type InsightRequest = Readonly<{
  platform: string;
  id: string;
  /** Keyed by the platform's metric names. */
  metrics: Readonly<Record<string, InsightMetric>>;
  counters: PostCounters;
  /** The error for an unknown metric, which makes the whole call fail. */
  unknown: (name: string) => Error;
}>;

/** Handles `GET /{post}/insights?metric=…` for the whole lifetime of the post. @throws Refusal */
export function sendInsights(
  exchange: Exchange,
  { platform, id, metrics, counters, unknown }: InsightRequest,
): void {
  const names = (exchange.query.get('metric') ?? '').split(',').map((name) => name.trim());
  const data = names.flatMap((name) => {
    const metric = metrics[name];
    if (metric === undefined) throw unknown(name);
    const { counter, counted = 0 } = metric;
    const value = counter === undefined ? counted : counters.countOf(platform, id, counter, counted);
    const description = { name, period: 'lifetime', title: name, id: `${id}/insights/${name}/lifetime` };
    return value === undefined ? [] : [{ ...description, values: [{ value }] }];
  });
  exchange.reply(200, { data });
}
