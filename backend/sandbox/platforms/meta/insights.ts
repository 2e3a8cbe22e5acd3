import type { Exchange } from '../../http/exchange.ts';
import type { Counter, PostCounters } from '../../state/post-counters.ts';

/** The counter behind a metric, and its value unless the control API sets one. */
type InsightMetric = Readonly<{ counter?: Counter; counted?: number }>;

type Asked = Readonly<{
  platform: string;
  id: string;
  /** Keyed by the platform's metric names. */
  metrics: Readonly<Record<string, InsightMetric>>;
  counters: PostCounters;
  /** Refuses an unknown metric: the whole call fails. */
  unknown: (name: string) => Error;
}>;

/** Answers `GET /{post}/insights?metric=…` for the whole lifetime of the post. @throws Refusal */
export function sendInsights(exchange: Exchange, { platform, id, metrics, counters, unknown }: Asked): void {
  const names = (exchange.query.get('metric') ?? '').split(',').map((name) => name.trim());
  const data = names.flatMap((name) => {
    const metric = metrics[name];
    if (metric === undefined) throw unknown(name);
    const { counter, counted = 0 } = metric;
    const value = counter === undefined ? counted : counters.countOf(platform, id, counter, counted);
    const about = { name, period: 'lifetime', title: name, id: `${id}/insights/${name}/lifetime` };
    return value === undefined ? [] : [{ ...about, values: [{ value }] }];
  });
  exchange.reply(200, { data });
}
