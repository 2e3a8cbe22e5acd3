import { setTimeout as pause } from 'node:timers/promises';
import type { InboxSummary } from '@posthorn/contracts/inbox/comments.http';
import type { Product } from '../../test/product.ts';
import { inTurn } from '../at-rate.ts';
import { watchLive } from '../live-messages.ts';
import { measureNotification } from '../notified.ts';
import type { Report } from '../report.ts';
import type { FullInbox } from './full-inbox.ts';

const TIMES = 60;
/** A wait before the first measurement, so that no earlier change causes a live message. */
const SETTLE_MS = 150;
const TARGET = { atMost: 1_000 } as const;
const PATH = '/api/comments/summary?status=new';

/** Measures the time from the append of a comment until a page with a live connection has the new number for its badge. */
export async function measureBadge(
  { creator, calls, appendComment }: FullInbox,
  product: Product,
  report: Report,
): Promise<void> {
  const live = await watchLive(product.url, creator.client.cookieHeader, 'comments');
  const readNewCount = async () => (JSON.parse((await calls.get(PATH)).body) as InboxSummary).counts.new;
  let known = await readNewCount();
  await pause(SETTLE_MS);
  const waits = await inTurn(TIMES, () =>
    live.untilShown(appendComment, async () => {
      const now = await readNewCount();
      if (now <= known) return false;
      known = now;
      return true;
    }),
  );
  live.stop();
  const bare = await measureNotification(await product.databaseUrl(), TIMES);
  for (const percentile of ['p50', 'p95'] as const)
    report.add({
      name: `comment received until the badge shows it, ${percentile}`,
      value: waits[percentile],
      unit: 'ms',
      baseline: { name: 'INSERT, NOTIFY, SELECT', value: bare[percentile] },
      target: percentile === 'p95' ? TARGET : null,
    });
}
