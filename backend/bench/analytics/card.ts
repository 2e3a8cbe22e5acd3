import type { PostMetricsView } from '@posthorn/contracts/analytics/analytics.http';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { laterPoll } from '#modules/analytics/testing/poll-story.ts';
import type { Product } from '../../test/product.ts';
import { inTurn } from '../at-rate.ts';
import type { BenchContext } from '../bench-context.ts';
import { watchLive } from '../live-messages.ts';
import { measureNotification } from '../notified.ts';
import type { Report } from '../report.ts';
import type { FullFigures } from './full-figures.ts';

const TIMES = 60;
const TARGET = { atMost: 2_000 } as const;
const ACCOUNT = { accountId: 900_011, platform: 'mastodon' } as const;
const CAUSE = {
  actor: { kind: 'system', id: 'bench' },
  correlationId: 'bench',
  causationId: 'bench',
} as const;

/**
 * Measures the time from a platform's response until a page with a live connection shows the new metrics on the card. The response is
 * recorded as by the worker.
 */
export async function measureCard(
  { creator, calls, ownerId, posts }: FullFigures,
  product: Product,
  { app }: BenchContext,
  report: Report,
): Promise<void> {
  const [writer, causes] = [app.get(StreamWriter), app.get(CauseContext)];
  const live = await watchLive(product.url, creator.client.cookieHeader, 'analytics');
  const waits = await inTurn(TIMES, (turn) => {
    const { id: postId, publishedAt } = posts[turn] ?? { id: 0, publishedAt: '' };
    const age = Math.floor((Date.now() - Date.parse(publishedAt)) / 60_000);
    const { stream, id, decision, capturedAt } = laterPoll({ ...ACCOUNT, postId, ownerId, publishedAt }, age);
    return live.untilShown(
      () => causes.run(CAUSE, () => writer.decide(stream, id, decision)),
      async () => {
        const { body } = await calls.get(`/api/posts/${String(postId)}/analytics`);
        const shown = (JSON.parse(body) as readonly PostMetricsView[]).find(
          ({ accountId }) => accountId === ACCOUNT.accountId,
        );
        return shown?.capturedAt === capturedAt;
      },
    );
  });
  live.stop();
  const bare = await measureNotification(await product.databaseUrl(), TIMES);
  for (const percentile of ['p50', 'p95'] as const)
    report.add({
      name: `platform's response until shown on a card, ${percentile}`,
      value: waits[percentile],
      unit: 'ms',
      baseline: { name: 'INSERT, NOTIFY, SELECT', value: bare[percentile] },
      target: percentile === 'p95' ? TARGET : null,
    });
}
