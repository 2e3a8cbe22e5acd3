import { randomUUID } from 'node:crypto';
import { connect, Refused, taken, type Api, type Post } from './client.ts';
import { eventsAfter } from './follow.ts';

const { POSTHORN_URL = '', POSTHORN_TOKEN = '' } = process.env;
const [platform = 'mastodon', content = 'Hello from a program.'] = process.argv.slice(2);

/** Schedules a post for the next second, and says where it is once it is published. */
async function publish(api: Api): Promise<void> {
  const me = taken(await api.GET('/me'));
  console.log(`Connected as ${me.username} by the token "${me.token.name}".`);

  const platforms = taken(await api.GET('/platforms'));
  const chosen = platforms.find((each) => each.platform === platform);
  if (!chosen || chosen.connected.length === 0) throw new Error(`No account on ${platform} is connected.`);

  const body = {
    content,
    platforms: [chosen.platform],
    scheduledFor: new Date(Date.now() + 1_000).toISOString(),
  };
  const tried = taken(await api.POST('/posts', { body, params: { query: { dry_run: 'true' } } }));
  if (!('dryRun' in tried)) throw new Error('A dry run creates nothing.');
  if (!tried.wouldCreate) throw new Error(JSON.stringify(tried.accounts.flatMap(({ problems }) => problems)));
  console.log(`A dry run says how many accounts would take it: ${String(tried.accounts.length)}.`);

  // From here on nothing is missed, however long the next steps take.
  const { cursor } = taken(await api.GET('/events', { params: { query: { after: 'now' } } }));
  // The name of a row in your own table is best: it is the same after a crash.
  const header = { 'Idempotency-Key': randomUUID() };
  const create = () => api.POST('/posts', { body, params: { header } });
  const post = taken(await create());
  if ('dryRun' in post) throw new Error('This was no dry run.');
  console.log(`Created post ${String(post.id)}.`);

  // After a time-out nobody knows whether the first request arrived. With the same key it may be sent again.
  const { data: again, response } = await create();
  const isSame = again !== undefined && 'id' in again && again.id === post.id;
  console.log(
    `Repeated: ${isSame ? 'the same post' : 'another post'}, replayed ${String(response.headers.get('idempotency-replayed'))}.`,
  );

  await follow(post, cursor);
}

/** Says what became of the post on each of its accounts. */
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
