import { randomUUID } from 'node:crypto';
import { connect, Refused, dataOf, type Api, type Post } from './client.ts';
import { eventsAfter } from './follow.ts';

const { POSTHORN_URL = '', POSTHORN_TOKEN = '' } = process.env;
const [platform = 'mastodon', content = 'Hello from a program.'] = process.argv.slice(2);

/** Schedules a post for the next second, and prints its addresses after it is published. */
async function publish(api: Api): Promise<void> {
  const me = dataOf(await api.GET('/me'));
  console.log(`Connected as ${me.username} by the token "${me.token.name}".`);

  const platforms = dataOf(await api.GET('/platforms'));
  const chosen = platforms.find((each) => each.platform === platform);
  if (!chosen || chosen.connected.length === 0) throw new Error(`No account on ${platform} is connected.`);

  const body = {
    content,
    platforms: [chosen.platform],
    scheduledFor: new Date(Date.now() + 1_000).toISOString(),
  };
  const dryRun = dataOf(await api.POST('/posts', { body, params: { query: { dry_run: 'true' } } }));
  if (!('dryRun' in dryRun)) throw new Error('The server did not treat this as a dry run.');
  if (!dryRun.wouldCreate)
    throw new Error(JSON.stringify(dryRun.accounts.flatMap(({ problems }) => problems)));
  console.log(`A dry run says how many accounts would take it: ${String(dryRun.accounts.length)}.`);

  // Read the cursor before you create the post: then no event is missed, however long the next steps take.
  const { cursor } = dataOf(await api.GET('/events', { params: { query: { after: 'now' } } }));
  // The best key is the id of a row in your own table, because it is the same after a crash.
  const header = { 'Idempotency-Key': randomUUID() };
  const create = () => api.POST('/posts', { body, params: { header } });
  const post = dataOf(await create());
  if ('dryRun' in post) throw new Error('The server treated this as a dry run.');
  console.log(`Created post ${String(post.id)}.`);

  // After a time-out, it is unknown whether the first request arrived. With the same key, you may send the request again.
  const { data: repeated, response } = await create();
  const isSame = repeated !== undefined && 'id' in repeated && repeated.id === post.id;
  console.log(
    `Repeated: ${isSame ? 'the same post' : 'another post'}, replayed ${String(response.headers.get('idempotency-replayed'))}.`,
  );

  await follow(post, cursor);
}

/** Prints the result of the post on each of its accounts. */
async function follow({ id, targets }: Post, after: string): Promise<void> {
  const names = new Map(targets.map(({ accountId, accountName }) => [accountId, accountName]));
  for await (const event of eventsAfter({ url: POSTHORN_URL, token: POSTHORN_TOKEN, after })) {
    if (event.type !== 'publication.published' && event.type !== 'publication.failed') continue;
    const { postId, accountId } = event.data;
    const name = names.get(accountId);
    // An event may come twice across a broken connection.
    if (postId !== id || name === undefined) continue;
    const { permalink = null } = event.type === 'publication.published' ? event.data : {};
    console.log(`${name}: ${event.type} ${permalink ?? ''}`);
    names.delete(accountId);
    if (names.size === 0) return;
  }
}

try {
  await publish(connect(POSTHORN_URL, POSTHORN_TOKEN));
} catch (error) {
  console.error(error instanceof Refused ? `${error.code}: ${error.message} (${error.requestId})` : error);
  process.exitCode = 1;
}
