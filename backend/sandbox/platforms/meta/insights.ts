import type { Exchange } from '../../http/exchange.ts';
import type { Counter, PostCounters } from '../../state/post-counters.ts';

/** What a metric of the platform counts, and how much of it there is where nobody said anything else. */
type InsightMetric = Readonly<{ counter?: Counter; counted?: number }>;

type Asked = Readonly<{
  platform: string;
  id: string;
  /** By the platform's names. */
  metrics: Readonly<Record<string, InsightMetric>>;
  counters: PostCounters;
  /** How the platform refuses a name that it does not know: all of the call fails. */
  unknown: (name: string) => Error;
}>;

/** `GET /{post}/insights?metric=…`: of the whole life of the post. @throws Refusal */
export function sendInsights(exchange: Exchange, { platform, id, metrics, counters, unknown }: Asked): void {
  const names = (exchange.query.get('metric') ?? '').split(',').map((name) => name.trim());
  const data = names.flatMap((name) => {
    const metric = metrics[name];
    if (metric === undefined) throw unknown(name);
    const { counter, counted = 0 } = metric;
    const value = counter === undefined ? counted : counters.of(platform, id, counter, counted);
    const about = { name, period: 'lifetime', title: name, id: `${id}/insights/${name}/lifetime` };
    return value === undefined ? [] : [{ ...about, values: [{ value }] }];
  });
  exchange.reply(200, { data });
}
