import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clusterFolder } from '#infrastructure/database/embedded/cluster-folder.ts';
import { serverUser } from '#infrastructure/database/embedded/server-user.ts';
import { objectNamed } from '#infrastructure/media/store/media-store.ts';
import { OpenIdProvider } from '#modules/identity/testing/open-id-provider.ts';
import { accountsOf, uploadPicture } from './all-platforms.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { leftOf, unseenOf } from './canary-places.ts';
import { allRows, inDatabase, recordedEvents } from './kept-data.ts';
import { startProduct, type Product } from './product.ts';
import { run } from './program.ts';
import { SandboxControl } from './sandbox-control.ts';
import { Subscriber } from './subscriber.ts';
import { liveFully, SHARED_PICTURE, WRITTEN, type Canaries } from './whole-life.ts';

/** Each word of an erased user of this spec contains this canary. */
const CANARY: Canaries = new Map([['a canary', 'canary']]);
const LONG_SECONDS = 90;
/** The number of steps of an erasure. */
const STEPS = 10;

/** Applications whose platform has no way to revoke a token. */
const WITHOUT_REVOCATION = ['facebook', 'linkedin', 'pinterest', 'snapchat', 'threads'];
/** Platforms on which only the user can end the connection, for example of a pasted token. */
const BY_HAND = ['Facebook', 'Instagram', 'LinkedIn', 'Mastodon', 'Pinterest', 'Snapchat', 'Threads'];

/** The mails without line breaks. */
const mailsIn = async ({ dataDir }: Product): Promise<readonly string[]> => {
  const folder = join(dataDir, 'outbox');
  const mails = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  return mails.map((mail) => mail.replaceAll(/=\r?\n/gu, '').replaceAll(/\r?\n/gu, ' '));
};
const userOf = async ({ client }: Creator): Promise<UserView> =>
  (await client.get<UserView>('/api/auth/user')).body;
async function deleteAccount(creator: Creator): Promise<UserView> {
  const user = await userOf(creator);
  const { status, text } = await creator.client.call('DELETE', '/api/account', { confirm: user.username });
  expect({ status, text }).toEqual({ status: 202, text });
  return user;
}
const erasureEventsOf = async (product: Product, userId: string) =>
  (await recordedEvents(product)).filter(({ stream }) => stream === `erasure-${userId}`);
const eventsWhenCompleted = (product: Product, userId: string) =>
  eventually(async () => {
    const events = await erasureEventsOf(product, userId);
    expect(events.at(-1)?.type).toBe('ErasureCompleted');
    return events;
  }, LONG_SECONDS);

/** Copies files with their owners, because the database server runs as another user. */
const copyFiles = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);
const clusterOf = ({ dataDir }: Product) => clusterFolder(dataDir, serverUser()).cluster;

/** Backs up the database, and the log where it is separate. Returns a function that restores both while the product is stopped. */
async function backUp(product: Product): Promise<() => Promise<void>> {
  await product.stop();
  const cluster = clusterOf(product);
  await copyFiles(cluster, `${cluster}.backup`);
  const restoreLog = await product.eventStore?.backUp();
  await product.restart();
  return async () => {
    await rm(cluster, { recursive: true });
    await copyFiles(`${cluster}.backup`, cluster);
    await rm(`${cluster}.backup`, { recursive: true });
    await restoreLog?.();
  };
}

const filesOfMedia = async ({ dataDir }: Product) =>
  (await readdir(join(dataDir, 'media', 'objects'), { recursive: true, withFileTypes: true })).filter(
    (one) => objectNamed(one.name) !== null,
  ).length;

describe('a whole life', () => {
  let product: Product;
  let sandbox: SandboxControl;
  let ana: Subscriber;
  let bo: Creator;
  let bosId: string;
  let google: OpenIdProvider;
  let canaries: Canaries;
  let restoreBackup: () => Promise<void>;
  beforeAll(async () => {
    google = await OpenIdProvider.start();
    product = await startProduct({
      embedded: true,
      fast: true,
      env: {
        ...google.env('GOOGLE', 'GOOGLE_ISSUER'),
        PREMIUM_SINCE: new Date().toISOString().slice(0, 10),
      },
    });
    google.leadBackTo(`${product.url}/api/auth/google/callback`);
    sandbox = new SandboxControl(product.sandboxUrl);
    bo = await Creator.signedIn(product, 'bo@staying.example');
    bosId = (await userOf(bo)).id;
    ana = await Subscriber.signedUp(product, WRITTEN['first address']);
  });
  afterAll(() => Promise.all([product.close(), google.close()]));

  /** Rows with a person's id, except leases and rate limits. */
  const rowsOf = async (userId: string) =>
    [...(await allRows(product))].flatMap(([table, rows]) =>
      /^(rm_|scheduling\.|media\.|integrations\.account_key|identity\.(email|username|handle))/u.test(table)
        ? rows.filter((row) => row.includes(userId)).map((row) => `${table} ${row}`)
        : [],
    );

  it('deletes all texts of the user, revokes tokens where the platform allows it, and changes no other user', async () => {
    const { client } = ana.creator;
    const life = await liveFully(product, ana, google);
    ({ canaries } = life);
    const boSky = await bo.connectBluesky('bo-stays.sandbox.test');
    await eventually(async () => {
      expect((await accountsOf(bo))[0]?.pictureUrl).toMatch(/^\/media\//u);
    });
    const boMedia = await uploadPicture(bo, SHARED_PICTURE);
    const inAWeek = { scheduledFor: new Date(Date.now() + 7 * 86_400_000).toISOString() };
    const inAWeekWithMedia = { ...inAWeek, mediaFiles: [{ mediaUrl: boMedia }] };
    expect((await bo.schedule([boSky], 'Bo stays', inAWeekWithMedia)).status).toBe(201);
    const bosRows = await rowsOf(bosId);
    expect(bosRows.length).toBeGreaterThan(3);

    // Each canary must be found first. Otherwise its absence below would not show that it was erased.
    expect(canaries.size).toBeGreaterThanOrEqual(40);
    const paths = [
      'auth/user',
      'user/settings',
      'user/timezone',
      'posts',
      'drafts',
      'link-page',
      'comments',
      'inbox/settings',
    ];
    const responses = await Promise.all(paths.map(async (path) => (await client.get(`/api/${path}`)).text));
    expect(await unseenOf(product, canaries, [...responses, ...life.secrets])).toEqual([]);
    const appsWithTokens = async () => [
      ...new Set(
        (await sandbox.liveTokens()).flatMap(({ app, account }) => (/canary/iu.test(account) ? app : [])),
      ),
    ];
    expect((await appsWithTokens()).length).toBeGreaterThan(WITHOUT_REVOCATION.length);
    restoreBackup = await backUp(product);

    await deleteAccount(ana.creator);
    expect((await client.get('/api/auth/user')).status).toBe(401);
    const events = await eventsWhenCompleted(product, ana.id);
    expect(events.map(({ type }) => type)).toContain('SubjectErased');

    expect(await leftOf(product, canaries)).toEqual([]);
    const tablesWithUser = [...(await allRows(product))].filter(([, rows]) =>
      rows.some((row) => row.includes(ana.id)),
    );
    expect(tablesWithUser.map(([table]) => table).filter((table) => !table.startsWith('es.'))).toEqual([
      'vault.subject_key',
    ]);
    expect((await appsWithTokens()).sort()).toEqual(WITHOUT_REVOCATION);
    const lastMail = (await mailsIn(product)).find((mail) => mail.includes('account is deleted'));
    for (const name of BY_HAND) expect(lastMail).toContain(name);
    const { customers, subscriptions } = await sandbox.stripeState();
    expect(customers).toHaveLength(1);
    expect(JSON.stringify(customers)).not.toContain(ana.id);
    expect(subscriptions.map(({ status }) => status)).toEqual(['canceled']);
    // What remains: the picture that Bo uses too, and the picture of Bo's account, each with its thumbnail.
    expect(await filesOfMedia(product)).toBe(4);
    expect(await rowsOf(bosId)).toEqual(bosRows);
    expect((await fetch(`${product.url}${boMedia}`)).status).toBe(200);
    // Next week's post is not published.
    expect(await sandbox.postsWith(WRITTEN['scheduled post'])).toEqual([]);
  }, 400_000);

  it('registers the same e-mail address as a new user, and keeps nothing of the erased user after a rebuild', async () => {
    const newUser = await Creator.signedIn(product, WRITTEN['second address']);
    expect((await userOf(newUser)).id).not.toBe(ana.id);
    await deleteAccount(newUser);
    await eventually(async () => {
      expect(await leftOf(product, CANARY)).toEqual([]);
    }, LONG_SECONDS);
    const rowsBefore = await rowsOf(bosId);
    await product.stop();
    const rebuilt = await run('backend/src/cli/projections.ts', {
      args: ['rebuild', 'scheduling.post-list'],
      env: product.commandEnv,
    });
    expect(rebuilt).toMatchObject({ code: 0 });
    await product.restart();
    expect(await leftOf(product, CANARY)).toEqual([]);
    const withoutTableNames = (rows: readonly string[]) =>
      rows.map((row) => row.replace(/^rm_\S+\./u, '')).sort();
    expect([...new Set(withoutTableNames(await rowsOf(bosId)))]).toEqual([
      ...new Set(withoutTableNames(rowsBefore)),
    ]);
  });

  it('does not start a worker after a restored backup until a command has erased the user again', async () => {
    await product.stop();
    await restoreBackup();
    await expect(product.restart()).rejects.toThrow(/Run `npm run erasures` first\./u);
    const operator = (command: 'restored' | 'erasures', ...args: readonly string[]) =>
      run(`backend/src/cli/${command}.ts`, { args, env: product.commandEnv });
    expect(await operator('restored', 'both')).toMatchObject({ code: 0 });
    const erasedAgain = await operator('erasures');
    expect(erasedAgain).toMatchObject({
      code: 0,
      said: expect.stringContaining(`${ana.id}: erased again, `),
    });
    expect(await operator('erasures')).toMatchObject({
      said: expect.stringContaining('Nobody who was erased is back.'),
    });
    await product.restart();
    expect(await leftOf(product, canaries)).toEqual([]);
    expect(await rowsOf(bosId)).not.toEqual([]);
  }, 400_000);
});

describe('an erasure with faults', () => {
  let product: Product;
  /** A separate process, because it takes less to start again than the whole product. */
  let worker: Product;
  beforeAll(async () => {
    product = await startProduct({ fast: true, env: { ROLES: 'web,projector' } });
    worker = await startProduct({ fast: true, beside: { product, roles: 'worker' } });
  });
  afterAll(async () => {
    await worker.close();
    await product.close();
  });

  it('continues after a kill at each step, and refuses the session during the erasure', async () => {
    const ana = await Creator.signedIn(product, 'canary-killed@leaving.example');
    const account = await ana.connectBluesky('canary-killed.sandbox.test');
    const { body: post } = await ana.schedule([account], 'Canary of the kills');
    await ana.settled(post.id, ['posted']);
    // The worker may reach its point before it is ready.
    const killAt = (point: string) => worker.restart({ POSTHORN_KILL_AT: point }).catch(() => undefined);
    await worker.stop();
    await killAt('erasure/answer');
    const { id } = await deleteAccount(ana);
    // Each kill hits a step that was done but not recorded. The next process repeats and records it, and is killed at the next step.
    const nextSteps = Array.from({ length: STEPS - 1 }, () => 'erasure/answer:2');
    for (const point of [...nextSteps, 'erasure/outcome', 'erasure/acknowledgement', '']) {
      await worker.ended();
      await killAt(point);
      expect((await ana.client.get('/api/auth/user')).status).toBe(401);
      // Without this statement, the next process would wait for the lease of the killed worker.
      await inDatabase(product, (client) => client.query('update identity.erasure set lease_until = null'));
    }
    await eventsWhenCompleted(product, id);
    const steps = (await erasureEventsOf(product, id)).filter(({ type }) => type === 'ErasureStepDone');
    const names = steps.map(({ text }) => /"step": ?"([^"]+)"/u.exec(text)?.[1]);
    expect(new Set(names).size).toBe(STEPS);
    expect(names).toHaveLength(STEPS);
    // The row with the address is deleted after the last event.
    await eventually(async () => {
      expect(await leftOf(product, CANARY)).toEqual([]);
    }, LONG_SECONDS);
  }, 900_000);

  it('erases local data without waiting for an unavailable platform', async () => {
    const sandbox = new SandboxControl(product.sandboxUrl);
    const ana = await Creator.signedIn(product, 'canary-away@leaving.example');
    await ana.connectBluesky('canary-away.sandbox.test');
    // The call that ends the session at Bluesky. The product repeats it after a minute.
    const call = 'POST com.atproto.server.deleteSession';
    await sandbox.fault('bluesky', 'http500', 100_000, undefined, call);
    const { id } = await deleteAccount(ana);
    await eventually(async () => {
      expect((await erasureEventsOf(product, id)).map(({ type }) => type)).toContain('SubjectErased');
    }, LONG_SECONDS);
    // Read models follow the log. Only the encrypted login, which the product still has to end, and the address for the last mail stay.
    await eventually(async () => {
      expect(await leftOf(product, CANARY)).toEqual([
        'a canary in effects.farewell',
        'a canary in identity.erasure',
      ]);
    }, LONG_SECONDS);
  });
});
