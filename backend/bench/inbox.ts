import { startProduct, type Product } from '../test/product.ts';
import { timed } from './at-rate.ts';
import { measureBadge } from './inbox/badge.ts';
import { fullInbox, type FullInbox } from './inbox/full-inbox.ts';
import { measureReplies } from './inbox/replies.ts';
import { measureWebhooks } from './inbox/webhooks.ts';
import { openBenchContext, type BenchContext } from './bench-context.ts';
import { rebuild } from './rebuild.ts';
import type { Report } from './report.ts';
import { measureRead } from './measured-read.ts';
import { COMMENTS_VIEW, GROUPS_VIEW } from '#modules/inbox/read-models/comments/comment-list.projection.ts';

const EMAIL = 'full-inbox@example.com';
/** Each comment has its own encryption key. */
const COMMENTS = {
  name: 'inbox.comments',
  shown: 'the list of comments',
  checksum: `select md5(string_agg(md5(c::text), '' order by comment_id)) as sum from ${COMMENTS_VIEW} c
    union all select md5(string_agg(md5(g::text), '' order by group_key)) from ${GROUPS_VIEW} g`,
  target: { atLeast: 5_000 },
} as const;

/** Measures how long a user and platforms wait for the server, with an inbox of a hundred thousand comments. */
export const benchInbox = (report: Report): Promise<void> =>
  inFullInbox(100_000, report, async (full, product, context) => {
    await measureReads(full, report);
    await measureBadge(full, product, report);
    await measureWebhooks(full.creator, product.url, context.pool, report);
    await rebuild(context, { ...COMMENTS, events: full.events }, report);
    await measureReplies(full, product, context.pool, report);
  });

/** Measures replies while posts are due, in a small inbox that is created within seconds. */
export const benchReplies = (report: Report): Promise<void> =>
  inFullInbox(200, report, (full, product, { pool }) => measureReplies(full, product, pool, report));

/** Starts the built product with the given number of comments of one user. */
async function inFullInbox(
  comments: number,
  report: Report,
  measure: (full: FullInbox, product: Product, context: BenchContext) => Promise<void>,
): Promise<void> {
  const product = await startProduct({
    embedded: true,
    built: true,
    log: 'postgres',
    env: { COMPLIMENTARY_PREMIUM: EMAIL },
  });
  try {
    const context = await openBenchContext({ dataDir: product.dataDir, attach: true });
    try {
      const { result: full, seconds } = await timed(() => fullInbox(EMAIL, comments, product, context));
      report.say(
        `  ${comments.toLocaleString('en')} comments in ${full.events.toLocaleString('en')} events, created in ${seconds.toFixed(0)} s`,
      );
      await measure(full, product, context);
    } finally {
      await context.close();
    }
  } finally {
    await product.close();
  }
}

const TARGET = { atMost: 150 } as const;

/** Measures the requests of the inbox screen. */
async function measureReads({ calls }: Pick<FullInbox, 'calls'>, report: Report): Promise<void> {
  const measure = (name: string, path: string) => measureRead(calls, { name, path, target: TARGET }, report);
  const list = '/api/comments?limit=200';
  await measure('first page of the inbox (200 comments)', list);
  await measure('a search that finds a third', `${list}&q=bread`);
  await measure('a search that finds one', `${list}&q=nr4711x`);
  await measure('a search that finds nothing', `${list}&q=zebra`);
  await measure('a search of two letters that finds nothing', `${list}&q=qz`);
  await measure('the summary', '/api/comments/summary');
  await measure('the badge', '/api/comments/summary?status=new');
  await measure('the summary of a search that finds a third', '/api/comments/summary?q=bread');
}
