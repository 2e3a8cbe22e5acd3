import { setTimeout as pause } from 'node:timers/promises';
import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { Pool } from 'pg';
import { eventually } from '../../test/eventually.ts';
import type { Product } from '../../test/product.ts';
import { SandboxControl } from '../../test/sandbox-control.ts';
import { atRate, inParallel, percentilesOf, type Waits } from '../at-rate.ts';
import type { Report } from '../report.ts';
import type { FullInbox } from './full-inbox.ts';
import { POSTS_VIEW } from '#modules/scheduling/read-models/posts/post-list.projection.ts';

const REPLIES = { perSecond: 5, seconds: 5 } as const;
const COUNT = REPLIES.perSecond * REPLIES.seconds;
const POSTS = 1_000;
/** Creating the posts takes a while, and none may be due before all exist. */
const AHEAD_MS = 120_000;
const TARGET = { atMost: 5_000 } as const;
const NAME = 'Do you open on Sundays';

/** Measures the time from the request for a reply until its attempt: without other work, and while 1,000 posts are due in the same second. */
export async function measureReplies(
  full: FullInbox,
  product: Product,
  pool: Pool,
  report: Report,
): Promise<void> {
  const ids = await createQuestions(full, product);
  const alone = await waitsForAttempts(ids.slice(0, COUNT), full, pool);
  const due = Date.now() + AHEAD_MS;
  const content = (index: number) => `Crowd ${String(index)}`;
  await inParallel([...Array(POSTS).keys()], 8, async (index) => {
    const { status, text } = await full.creator.schedule([full.mastodon], content(index), {
      scheduledFor: new Date(due + index).toISOString(),
    });
    if (status >= 300) throw new Error(`The response to a post was ${String(status)}: ${text}`);
  });
  const remaining = due - Date.now();
  if (remaining < 0) throw new Error('Scheduling took too long: the figures would be of no use');
  await pause(remaining);
  const withPosts = await waitsForAttempts(ids.slice(COUNT), full, pool);
  const { rows } = await pool.query<{ open: number }>(
    `select count(*)::float8 as open from ${POSTS_VIEW} where owner_id = $1 and status = 'scheduled'`,
    [full.inbox.ownerId],
  );
  report.say(
    `    ${String(rows[0]?.open ?? 0)} of the posts were still waiting when the last reply had begun`,
  );
  for (const percentile of ['p50', 'p99'] as const)
    report.add({
      name: `reply requested until its attempt, ${POSTS.toLocaleString('en')} due posts, ${percentile}`,
      value: withPosts[percentile],
      unit: 'ms',
      baseline: { name: 'without due posts', value: alone[percentile] },
      target: percentile === 'p99' ? TARGET : null,
    });
}

/** Creates comments on the platform, and waits until they are in the inbox. */
async function createQuestions(
  { creator, mastodon }: FullInbox,
  product: Product,
): Promise<readonly number[]> {
  const sandbox = new SandboxControl(product.sandboxUrl);
  const { body } = await creator.schedule([mastodon], 'We bake at six.');
  const post: PostView = await creator.settled(body.id, ['posted']);
  const remoteId = post.targets[0]?.remoteId ?? '';
  for (let number = 0; number < 2 * COUNT; number += 1)
    await sandbox.comment({
      platform: 'mastodon',
      remoteId,
      author: `asker${String(number)}`,
      text: `${NAME} (${String(number)})?`,
    });
  return eventually(async () => {
    const query = new URLSearchParams({ q: NAME, limit: '500' }).toString();
    const { body: found } = await creator.client.get<readonly CommentView[]>(`/api/comments?${query}`);
    if (found.length < 2 * COUNT) throw new Error(`${String(found.length)} comments have come in.`);
    return found.map(({ id }) => id);
  }, 240);
}

/** Requests replies, and returns the waits until their attempts in milliseconds, from the times in the log. */
async function waitsForAttempts(ids: readonly number[], { calls }: FullInbox, pool: Pool): Promise<Waits> {
  await atRate(REPLIES.perSecond, REPLIES.seconds, (turn) =>
    calls.post(`/api/comments/${String(ids[turn] ?? 0)}/reply`, { replyText: 'On most of them.' }),
  );
  return eventually(async () => {
    const { rows } = await pool.query<{ wait: number }>(
      `select extract(epoch from min((s.data ->> 'startedAt')::timestamptz) - min((r.data ->> 'requestedAt')::timestamptz))::float8
         * 1000 as wait
       from es.events r join es.events s on s.stream = r.stream and s.type = 'ReplyAttemptStarted'
       where r.type = 'ReplyRequested' and r.stream = any($1) group by r.stream`,
      [ids.map((id) => `comment-${String(id)}`)],
    );
    if (rows.length < ids.length)
      throw new Error(`${String(rows.length)} of ${String(ids.length)} replies have begun.`);
    return percentilesOf(rows.map(({ wait }) => wait));
  }, 120);
}
