import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clusterFolder } from '#infrastructure/database/embedded/cluster-folder.ts';
import { serverUser } from '#infrastructure/database/embedded/server-user.ts';
import { accountOn, accountsOf, giveEveryConsent, uploadPicture } from './all-platforms.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { allRows, inDatabase, recordedEvents } from './kept-data.ts';
import { startProduct, type Product } from './product.ts';
import { run } from './program.ts';
import { SandboxControl } from './sandbox-control.ts';
import { Subscriber } from './subscriber.ts';

/** Every word that somebody leaves anywhere has it. */
const CANARY = /canary/iu;
/** Beside what is asked: mails of the outbox, what the other servers have, files of the database server and its log. */
const OTHERS = ['outbox', 'sandbox', 'postgres'];
const LONG = 90;
/** Of an erasure. */
const STEPS = 9;

/** Applications whose platform has no way to give a token back. */
const TAKING_NONE_BACK = ['facebook', 'linkedin', 'pinterest', 'snapchat', 'threads'];
/** Where only people can end the connection; a token that was pasted is one of theirs. */
const BY_HAND = ['Facebook', 'Instagram', 'LinkedIn', 'Mastodon', 'Pinterest', 'Snapchat', 'Threads'];

/** Without the breaks that mail makes in lines. */
const mailsIn = async ({ dataDir }: Product): Promise<readonly string[]> => {
  const folder = join(dataDir, 'outbox');
  const mails = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  return mails.map((mail) => mail.replaceAll(/=\r?\n/gu, '').replaceAll(/\r?\n/gu, ' '));
};
const userOf = async ({ client }: Creator): Promise<UserView> =>
  (await client.get<UserView>('/api/auth/user')).body;
async function remove(one: Creator): Promise<UserView> {
  const user = await userOf(one);
  const { status, text } = await one.client.call('DELETE', '/api/account', { confirm: user.username });
  expect({ status, text }).toEqual({ status: 202, text });
  return user;
}
const storyOf = async (product: Product, userId: string) =>
  (await recordedEvents(product)).filter(({ stream }) => stream === `erasure-${userId}`);
const completed = (product: Product, userId: string) =>
  eventually(async () => {
    const story = await storyOf(product, userId);
    expect(story.at(-1)?.type).toBe('ErasureCompleted');
    return story;
  }, LONG);

/** Where these words are: tables, streams of the log, files of the data folder, what the product printed. */
async function placesOf(product: Product, words: RegExp): Promise<readonly string[]> {
  const tables = [...(await allRows(product))].flatMap(([table, rows]) =>
    rows.some((row) => words.test(row)) ? [table] : [],
  );
  const streams = (await recordedEvents(product)).flatMap(({ stream, type, text }) =>
    words.test(text) ? [`${stream} ${type}`] : [],
  );
  const files: string[] = [];
  for (const entry of await readdir(product.dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isOthers = OTHERS.some((folder) => path.startsWith(join(product.dataDir, folder)));
    if (!entry.isFile() || isOthers) continue;
    if (words.test(path) || words.test(await readFile(path, 'latin1'))) files.push(path);
  }
  // Without a mail server the terminal is where a link is read.
  const logged = product.output().replaceAll(/^Sign-in link for .*$/gmu, '');
  return [...tables, ...streams, ...files, ...(words.test(logged) ? ['output'] : [])];
}
const filesOfMedia = async ({ dataDir }: Product) =>
  (await readdir(join(dataDir, 'media', 'objects'), { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  ).length;

describe('a whole life', () => {
  let product: Product;
  let sandbox: SandboxControl;
  let ana: Subscriber;
  let bo: Creator;
  let bosId: string;
  beforeAll(async () => {
    product = await startProduct({
      fast: true,
      env: { PREMIUM_SINCE: new Date().toISOString().slice(0, 10) },
    });
    sandbox = new SandboxControl(product.sandboxUrl);
    bo = await Creator.signedIn(product, 'bo@staying.example');
    bosId = (await userOf(bo)).id;
    ana = await Subscriber.signedUp(product, 'canary-ana@leaving.example');
  }, 240_000);
  afterAll(() => product.close());

  /** Rows with a person's id in them, without those of leases and limits. */
  const rowsOf = async (userId: string) =>
    [...(await allRows(product))].flatMap(([table, rows]) =>
      /^(rm_|scheduling\.|media\.|integrations\.account_key|identity\.(email|username|handle))/u.test(table)
        ? rows.filter((row) => row.includes(userId)).map((row) => `${table} ${row}`)
        : [],
    );

  it('leaves no word of it anywhere, nothing open elsewhere, and everybody else as they were', async () => {
    const { creator } = ana;
    const { client } = creator;
    expect((await ana.pay()).status).toBe('succeeded');
    await ana.becomes('premium');
    const names = { firstName: 'Canary', lastName: 'Canaryson' };
    await client.call('PATCH', `/api/users/${ana.id}`, { ...names, email: creator.email });
    await client.call('PATCH', `/api/users/${ana.id}`, { handle: 'canary_handle' });
    await client.call('PATCH', `/api/users/${ana.id}`, { personalityProfile: 'As a canary sings' });
    await giveEveryConsent(creator, 'canaryana');
    const accounts = await accountsOf(creator);
    const [sky, herd] = [accountOn(accounts, 'bluesky'), accountOn(accounts, 'mastodon')];
    const mediaUrl = await uploadPicture(creator, '#0c5');
    const words = {
      title: 'Canary title',
      hashtags: '#canary',
      mediaFiles: [{ mediaUrl, altText: 'A canary' }],
    };
    const { body: post } = await creator.schedule([sky, herd], 'Canary content', words);
    await creator.settled(post.id, ['posted']);
    const inAWeek = { scheduledFor: new Date(Date.now() + 7 * 86_400_000).toISOString() };
    expect((await creator.schedule([sky], 'Canary of next week', inAWeek)).status).toBe(201);
    const [posted] = await sandbox.postsWith('Canary content');
    const { platform = '', remoteId = '' } = posted ?? {};
    await sandbox.comment({ platform, remoteId, author: 'canaryfan', text: 'What a canary' });
    const comment = await eventually(async () => {
      const { body } = await client.get<readonly { id: number; commentText: string }[]>('/api/comments');
      const found = body.find(({ commentText }) => commentText === 'What a canary');
      if (!found) throw new Error('The comment has not come in');
      return found;
    }, LONG);
    await client.post(`/api/comments/${String(comment.id)}/reply`, {
      status: 'manual_reply',
      replyText: 'Canary says thanks',
    });
    await eventually(async () => {
      expect((await sandbox.replies()).map(({ text }) => text)).toContain('Canary says thanks');
    }, LONG);

    const boMedia = await uploadPicture(bo, '#0c5');
    const boSky = await bo.connectBluesky('bo-stays.sandbox.test');
    expect(
      (await bo.schedule([boSky], 'Bo stays', { ...inAWeek, mediaFiles: [{ mediaUrl: boMedia }] })).status,
    ).toBe(201);
    const bosRows = await rowsOf(bosId);
    expect(bosRows.length).toBeGreaterThan(3);
    expect((await placesOf(product, CANARY)).length).toBeGreaterThan(8);
    const opened = async () => [
      ...new Set(
        (await sandbox.liveTokens()).flatMap(({ app, account }) => (CANARY.test(account) ? app : [])),
      ),
    ];
    expect((await opened()).length).toBeGreaterThan(TAKING_NONE_BACK.length);

    await remove(creator);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    const story = await completed(product, ana.id);
    expect(story.map(({ type }) => type)).toContain('SubjectErased');

    expect(await placesOf(product, CANARY)).toEqual([]);
    const left = [...(await allRows(product))].filter(([, rows]) => rows.some((row) => row.includes(ana.id)));
    expect(left.map(([table]) => table).filter((table) => !table.startsWith('es.'))).toEqual([
      'vault.subject_key',
    ]);
    expect((await opened()).sort()).toEqual(TAKING_NONE_BACK);
    const lastMail = (await mailsIn(product)).find((mail) => mail.includes('account is deleted'));
    for (const name of BY_HAND) expect(lastMail).toContain(name);
    const { customers, subscriptions } = await sandbox.stripeState();
    expect(customers).toHaveLength(1);
    expect(JSON.stringify(customers)).not.toContain(ana.id);
    expect(subscriptions.map(({ status }) => status)).toEqual(['canceled']);
    // The same picture, which Bo has as well, and its thumbnail.
    expect(await filesOfMedia(product)).toBe(2);
    expect(await rowsOf(bosId)).toEqual(bosRows);
    expect((await fetch(`${product.url}${mediaUrl}`)).status).toBe(404);
    expect((await fetch(`${product.url}${boMedia}`)).status).toBe(200);
    // Nothing of next week goes out any more.
    expect(await sandbox.postsWith('Canary of next week')).toEqual([]);
  }, 400_000);

  it('takes the same person in as somebody new, and is the same when everything is made anew', async () => {
    const again = await Creator.signedIn(product, 'canary-ana@leaving.example');
    expect((await userOf(again)).id).not.toBe(ana.id);
    await remove(again);
    await eventually(async () => {
      expect(await placesOf(product, CANARY)).toEqual([]);
    }, LONG);
    const before = await rowsOf(bosId);
    await product.stop();
    const env = { DATA_DIR: product.dataDir, SANDBOX: 'off' };
    const log = product.eventStore && { EVENTSTORE_URL: product.eventStore.url };
    const rebuilt = await run('backend/src/cli/projections.ts', {
      args: ['rebuild', 'scheduling.post-list'],
      env: { ...env, ...log },
    });
    expect(rebuilt).toMatchObject({ code: 0 });
    await product.restart();
    expect(await placesOf(product, CANARY)).toEqual([]);
    const bare = (rows: readonly string[]) => rows.map((row) => row.replace(/^rm_\S+\./u, '')).sort();
    expect([...new Set(bare(await rowsOf(bosId)))]).toEqual([...new Set(bare(before))]);
  }, 240_000);
});

describe('trouble on the way', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ fast: true });
  }, 120_000);
  afterAll(() => product.close());

  it('goes on after a kill at each step, and lets nobody in meanwhile', async () => {
    const ana = await Creator.signedIn(product, 'canary-killed@leaving.example');
    const account = await ana.connectBluesky('canary-killed.sandbox.test');
    const { body: post } = await ana.schedule([account], 'Canary of the kills');
    await ana.settled(post.id, ['posted']);
    const killAt = (point: string) => product.restart({ NODE_ENV: 'test', POSTHORN_KILL_AT: point });
    await product.stop();
    await killAt('erasure/outcome');
    const { id } = await remove(ana);
    // A step is done and not recorded, then done again and recorded, and so on through all of them.
    for (let kills = 1; kills <= 2 * (STEPS - 1); kills++) {
      await product.ended();
      await killAt(kills % 2 === 1 ? 'erasure/answer' : 'erasure/outcome');
      expect((await ana.client.get('/api/auth/user')).status).toBe(401);
      // The lease of a worker that is gone would be waited for.
      await inDatabase(product, (client) => client.query('update identity.erasure set lease_until = null'));
    }
    await product.ended();
    await killAt('');
    await completed(product, id);
    const steps = (await storyOf(product, id)).filter(({ type }) => type === 'ErasureStepDone');
    const names = steps.map(({ text }) => /"step": ?"([^"]+)"/u.exec(text)?.[1]);
    expect(new Set(names).size).toBe(STEPS);
    expect(names).toHaveLength(STEPS);
    expect(await placesOf(product, CANARY)).toEqual([]);
  }, 900_000);

  it('does not wait for a platform that is away to take out what is here', async () => {
    const sandbox = new SandboxControl(product.sandboxUrl);
    const ana = await Creator.signedIn(product, 'canary-away@leaving.example');
    await ana.connectBluesky('canary-away.sandbox.test');
    await sandbox.fault('bluesky', 'http500', 50);
    const { id } = await remove(ana);
    await eventually(async () => {
      expect((await storyOf(product, id)).map(({ type }) => type)).toContain('SubjectErased');
    }, LONG);
    expect(await placesOf(product, CANARY)).toEqual([]);
  }, 240_000);
});

// One backup holds both there; with a log of its own the drill is that of restore.e2e.
const onOneDatabase = process.env['POSTHORN_TEST_LOG'] === 'eventstoredb' ? describe.skip : describe;
onOneDatabase('a backup from before an erasure', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ fast: true });
  }, 120_000);
  afterAll(() => product.close());

  it('brings nobody back: no worker starts, and one command erases them again', async () => {
    const ana = await Creator.signedIn(product, 'canary-backup@leaving.example');
    const account = await ana.connectBluesky('canary-backup.sandbox.test');
    const { body: post } = await ana.schedule([account], 'Canary of the backup');
    await ana.settled(post.id, ['posted']);
    await product.stop();
    const { cluster } = clusterFolder(product.dataDir, serverUser());
    await copy(cluster, `${cluster}.backup`);
    await product.restart();
    const { id } = await remove(ana);
    await completed(product, id);
    await product.stop();
    await rm(cluster, { recursive: true });
    await copy(`${cluster}.backup`, cluster);
    await rm(`${cluster}.backup`, { recursive: true });

    await expect(product.restart()).rejects.toThrow(/Run `npm run erasures` first\./u);
    const operator = (command: 'restored' | 'erasures', ...args: readonly string[]) =>
      run(`backend/src/cli/${command}.ts`, { args, env: { DATA_DIR: product.dataDir, SANDBOX: 'off' } });
    expect(await operator('restored', 'both')).toMatchObject({ code: 0 });
    const done = await operator('erasures');
    expect(done).toMatchObject({ code: 0, said: expect.stringContaining(`${id}: erased again, `) });
    expect(await operator('erasures')).toMatchObject({ said: 'Nobody who was erased is back.' });
    await product.restart();
    expect(await placesOf(product, CANARY)).toEqual([]);
  }, 400_000);
});

/** With their owners: the database server is one of them. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);
