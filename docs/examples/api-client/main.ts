import { randomUUID } from 'node:crypto';
import { connect, Refused, taken, type Api } from './client.ts';
import { settled } from './follow.ts';

const { POSTHORN_URL = '', POSTHORN_TOKEN = '' } = process.env;
const [platform = 'mastodon', content = 'Hello from a program.'] = process.argv.slice(2);

/** Schedules a post for the next minute, and says where it is once it is published. */
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
  console.log(`A dry run says that ${String(tried.accounts.length)} account would take it.`);

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

  const { targets } = await settled(api, post.id);
  for (const { accountName, status, permalink } of targets)
    console.log(`${accountName}: ${status} ${permalink ?? ''}`);
}

try {
  await publish(connect(POSTHORN_URL, POSTHORN_TOKEN));
} catch (error) {
  console.error(error instanceof Refused ? `${error.code}: ${error.message} (${error.requestId})` : error);
  process.exitCode = 1;
}
