import { atRate } from '../at-rate.ts';
import { HttpCalls } from '../http-calls.ts';
import type { MeasuredProduct } from './measured-product.ts';
import { shareOf } from './publishing.ts';
import { ScheduledPosts } from './scheduled-posts.ts';
import { startMeasuring } from './resource-use.ts';
import type { Measured } from './turns.ts';

const POSTS = 30;
const PER_SECOND = 100;
const LATER = Date.parse('2035-01-01T09:00:00Z');

/** Measures the list of a user's posts over HTTP, at a fixed rate. */
export async function compareReads(
  { product, database }: MeasuredProduct,
  { seconds }: Readonly<{ seconds: number }>,
): Promise<Measured[]> {
  const posts = await ScheduledPosts.load(product);
  await posts.schedule('Later', POSTS, (index) => LATER + index * 60_000);
  const calls = new HttpCalls(product.url, posts.cookie);
  try {
    const list = () => calls.get('/api/posts');
    // A warm-up: code is compiled and connections are open before the measurement.
    await atRate(PER_SECOND, 3, list);
    const stopMeasuring = await startMeasuring(product, database);
    const waits = await atRate(PER_SECOND, seconds, list);
    const { statements, processorMs } = shareOf(await stopMeasuring(), PER_SECOND * seconds);
    const name = `list of ${String(POSTS)} posts, ${String(PER_SECOND)} a second`;
    return [
      { name: `${name}, p50`, unit: 'ms', value: waits.p50 },
      { name: `${name}, p99`, unit: 'ms', value: waits.p99 },
      { name: `${name}, processor for one`, unit: 'ms', value: processorMs },
      { name: `${name}, statements for one`, unit: 'statements', value: statements },
    ];
  } finally {
    calls.close();
  }
}
