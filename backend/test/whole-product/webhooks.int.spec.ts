import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import request from 'supertest';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { PlansDouble } from '#modules/integrations/testing/plans-double.ts';
import { InboxModule } from '#modules/inbox/inbox.module.ts';
import { Sources } from '#modules/inbox/stores/reading/sources.ts';
import { WatchedPosts } from '#modules/inbox/effects/reading/watched-posts.ts';
import { IncomingDeliveries } from '#modules/inbox/effects/reading/deliveries.ts';

const SECRET = 'of-facebook';
const PATH = '/api/webhooks/meta';
const PER_MINUTE = 20;
let product: Booted;
let pool: Pool;
let sources: Sources;
let posts: WatchedPosts;

beforeAll(async () => {
  const env = {
    SANDBOX: 'off',
    FACEBOOK_APP_ID: '1',
    FACEBOOK_APP_SECRET: SECRET,
    LINKEDIN_CLIENT_ID: '2',
    LINKEDIN_CLIENT_SECRET: 'of-linkedin',
    REQUESTS_PER_MINUTE: String(PER_MINUTE),
    // No worker runs, so nothing handles the due rows.
    ROLES: 'web',
    // With a trusted proxy, the spec can send requests from different IP addresses.
    TRUSTED_PROXIES: '1',
  };
  product = await boot([IntegrationsModule, PlansDouble, InboxModule], {
    database: true,
    env,
    rawOrigin: true,
  });
  pool = product.app.get(Pool);
  sources = new Sources(pool);
  posts = new WatchedPosts(pool);
});
afterAll(() => product.close());

const LATER = '2100-01-01T00:00:00.000Z';

/** Two users have connected a Page, and a third user has disconnected it. */
beforeEach(async () => {
  await pool.query('truncate integrations.account_key, inbox.source, inbox.watched_post, inbox.delivery');
  await pool.query(
    `insert into integrations.account_key (account_id, owner_id, platform, remote_id, held_since) values
     (1, 'ana', 'facebook', '10', now()), (2, 'ben', 'facebook', '10', now()), (3, 'cem', 'facebook', '10', null),
     (4, 'ana', 'instagram', '10', now())`,
  );
  const account = (accountId: number, ownerId: string) => ({
    accountId,
    ownerId,
    platform: 'facebook' as const,
  });
  await sources.follow(
    [account(1, 'ana'), account(2, 'ben'), account(3, 'cem'), account(4, 'ana')].map((one) => ({
      ...one,
      server: null,
    })),
  );
  const publishedAt = new Date().toISOString();
  const post = (accountId: number, remoteId: string) => ({
    accountId,
    remoteId,
    postId: 7,
    permalink: null,
    publishedAt,
  });
  await posts.add([post(1, '10_20'), post(1, '10_21')]);
  await pool.query('update inbox.source set due_at = $1', [LATER]);
  await pool.query('update inbox.watched_post set thread_due = $1', [LATER]);
});

const bodyOf = (account: string, post = '10_20', comment = '20_1') =>
  JSON.stringify({
    object: 'page',
    entry: [
      {
        id: account,
        changes: [
          { field: 'feed', value: { item: 'comment', verb: 'add', post_id: post, comment_id: comment } },
        ],
      },
    ],
  });
const signatureOf = (body: string | Buffer, secret = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const send = (body: string, signature: string | null = signatureOf(body), path = PATH) => {
  const call = request(product.url).post(path).set('content-type', 'application/json');
  return (signature === null ? call : call.set('x-hub-signature-256', signature)).send(body);
};
const dueAccounts = async () =>
  (
    await pool.query<{ account_id: string }>(
      'select account_id from inbox.source where due_at <= now() and hinted_at is not null order by 1',
    )
  ).rows.map(({ account_id }) => Number(account_id));
const dueThreads = async () =>
  (
    await pool.query<{ remote_id: string }>(
      'select remote_id from inbox.watched_post where thread_due <= now()',
    )
  ).rows.map(({ remote_id }) => remote_id);
const countDigests = async () =>
  (await pool.query<{ count: number }>('select count(*)::int as count from inbox.delivery')).rows[0]?.count;

it('makes all accounts of the Page and the thread of the post due, and stores one digest', async () => {
  await send(bodyOf('10')).expect(200);
  expect(await dueAccounts()).toEqual([1, 2]);
  expect(await dueThreads()).toEqual(['10_20']);
  expect(await countDigests()).toBe(1);
});

it.each([
  ['missing', null],
  ['of another secret', signatureOf(bodyOf('10'), 'of-somebody')],
  ['of another body', signatureOf(bodyOf('11'))],
])('refuses a webhook whose signature is %s', async (_, signature) => {
  const response = await send(bodyOf('10'), signature).set('x-forwarded-for', '10.0.0.1').expect(401);
  expect(response.body).toMatchObject({ code: 'request.not-signed' });
  expect(await dueAccounts()).toEqual([]);
  expect(await countDigests()).toBe(0);
});

it('verifies the raw bytes of any content type, and ignores cookies and origins', async () => {
  const body = bodyOf('10');
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16'])
    await request(product.url)
      .post(PATH)
      .set({
        'content-type': type,
        'x-hub-signature-256': signatureOf(body),
        cookie: 'a=b',
        origin: 'https://other.example',
      })
      .send(body)
      .expect(200);
  expect(await dueAccounts()).toEqual([1, 2]);
});

it('stores one digest when the same webhook arrives a hundred times concurrently', async () => {
  const responses = await Promise.all(Array.from({ length: 100 }, () => send(bodyOf('10'))));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await countDigests()).toBe(1);
  const accepted = await Promise.all(
    Array.from({ length: 100 }, () =>
      product.app
        .get(IncomingDeliveries)
        .take('meta', Buffer.from('other'), [{ accountId: 1, postRemoteId: null }]),
    ),
  );
  expect(accepted.filter(Boolean)).toHaveLength(1);
});

it('does not request a second poll when a webhook is repeated after the poll', async () => {
  await send(bodyOf('10')).expect(200);
  await pool.query('update inbox.source set due_at = $1, hinted_at = null', [LATER]);
  await send(bodyOf('10')).expect(200);
  expect(await dueAccounts()).toEqual([]);
});

it('delays the next poll until the minimum wait after the last poll has passed', async () => {
  await pool.query(
    "update inbox.source set not_before = now() + interval '30 seconds' where account_id <= 2",
  );
  await pool.query(
    "update inbox.source set lease_until = now() + interval '1 minute', due_at = now() where account_id = 2",
  );
  await pool.query("update inbox.source set trouble = 'rate-limit' where account_id = 4");
  await pool.query(
    "update integrations.account_key set platform = 'facebook', owner_id = 'dan' where account_id = 4",
  );
  await send(bodyOf('10')).expect(200);
  const { rows } = await pool.query<{ wait: string }>(
    `select case when due_at <= now() then 'now' when due_at <= now() + interval '30 seconds' then 'soon' else 'later' end as wait
     from inbox.source where account_id <> 3 order by account_id`,
  );
  expect(rows.map(({ wait }) => wait)).toEqual(['soon', 'soon', 'later']);
});

it('does not make the thread due if the post is too old to follow', async () => {
  await pool.query(
    "update inbox.watched_post set published_at = now() - interval '31 days' where remote_id = '10_20'",
  );
  await send(bodyOf('10')).expect(200);
  await posts.readAllSoon(1);
  await posts.readSoon(1, [{ remoteId: '10_20', count: 3 }]);
  expect(await dueThreads()).toEqual(['10_21']);
  expect(await dueAccounts()).toEqual([1, 2]);
});

it('returns 200 and stores nothing for webhooks about unknown accounts and for malformed bodies', async () => {
  const numbers = `{"object":"page","entry":[{"id":${'9'.repeat(400)},"changes":[]}]}`;
  const deep = `${'['.repeat(300_000)}${']'.repeat(300_000)}`;
  const nul = bodyOf('1\u00000', '10\u0000_20');
  const types = '{"object":"page","entry":[{"id":"10","changes":{"field":"feed"}},{"id":["10"]},"10",null]}';
  for (const body of [bodyOf('99'), '', 'no JSON', '{', deep, numbers, nul, types, '[]', 'null'])
    await send(body).expect(200);
  expect(await dueAccounts()).toEqual([]);
  expect(await countDigests()).toBe(0);
});

it('makes only the account due when the post is unknown', async () => {
  await send(bodyOf('10', 'ä'.repeat(500))).expect(200);
  await send(bodyOf('10', "'; drop table inbox.source; --")).expect(200);
  expect(await dueThreads()).toEqual([]);
  expect(await dueAccounts()).toEqual([1, 2]);
});

it('refuses bodies of more than a megabyte, and compressed bodies', async () => {
  await send('x'.repeat(1_048_577)).expect(413);
  await send('x'.repeat(1_000_000)).expect(200);
  await send('x').set('content-encoding', 'gzip').expect(415);
});

it('returns 404 for platforms without client credentials and for unknown platforms', async () => {
  for (const path of [
    '/api/webhooks/tiktok',
    '/api/webhooks/threads',
    '/api/webhooks/myspace',
    '/api/webhooks/__proto__',
  ])
    await send(bodyOf('10'), signatureOf(bodyOf('10')), path).expect(404);
  await request(product.url).get('/api/webhooks/twitter?crc_token=a').expect(404);
});

it('responds to the verification requests of Meta and LinkedIn', async () => {
  const secret = createHmac('sha256', SECRET)
    .update('posthorn webhook verify token')
    .digest('hex')
    .slice(0, 32);
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': secret, 'hub.challenge': '42' };
  const response = await request(product.url).get(PATH).query(query).expect(200);
  expect([response.text, response.type]).toEqual(['42', 'text/plain']);
  await request(product.url)
    .get(PATH)
    .query({ ...query, 'hub.verify_token': 'x' })
    .expect(401);
  const linkedin = await request(product.url)
    .get('/api/webhooks/linkedin')
    .query({ challengeCode: 'c0de' })
    .expect(200);
  const challengeResponse = createHmac('sha256', 'of-linkedin').update('c0de').digest('hex');
  expect(linkedin.body).toEqual({ challengeCode: 'c0de', challengeResponse });
});

it('limits senders of forged webhooks, but not senders of genuine webhooks', async () => {
  const sendFrom = (address: string, comment: number, isForged = false) =>
    send(bodyOf('10', '10_20', String(comment)), isForged ? 'sha256=00' : undefined).set(
      'x-forwarded-for',
      address,
    );
  for (let comment = 0; comment < 2 * PER_MINUTE; comment++) await sendFrom('10.0.0.2', comment).expect(200);
  for (let comment = 0; comment < PER_MINUTE; comment++)
    await sendFrom('10.0.0.3', comment, true).expect(401);
  await sendFrom('10.0.0.3', 0, true).expect(429);
  await sendFrom('10.0.0.2', 9).expect(200);
});

it('deletes a digest when it is older than a week', async () => {
  await send(bodyOf('10')).expect(200);
  await pool.query("update inbox.delivery set received_at = now() - interval '6 days'");
  await product.app.get(IncomingDeliveries).sweep();
  expect(await countDigests()).toBe(1);
  await pool.query("update inbox.delivery set received_at = now() - interval '8 days'");
  await product.app.get(IncomingDeliveries).sweep();
  expect(await countDigests()).toBe(0);
});

it('returns 503 without a database, so that the platform delivers again', async () => {
  const unavailable = {
    take: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })),
  };
  const withoutDatabase = await boot([IntegrationsModule, PlansDouble, InboxModule], {
    database: true,
    env: { SANDBOX: 'off', FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: SECRET },
    bindings: [{ provide: IncomingDeliveries, useValue: { ...unavailable, sweep: () => Promise.resolve() } }],
  });
  await withoutDatabase.app
    .get(Pool)
    .query(
      "insert into integrations.account_key (account_id, owner_id, platform, remote_id, held_since) values (1, 'ana', 'facebook', '10', now())",
    );
  const body = bodyOf('10');
  await request(withoutDatabase.url)
    .post(PATH)
    .set('x-hub-signature-256', signatureOf(body))
    .send(body)
    .expect(503);
  await withoutDatabase.close();
});

it('keeps an account due if a webhook arrived during the poll, but not if it arrived before the poll', async () => {
  await send(bodyOf('10')).expect(200);
  const source = await sources.sourceOf(1);
  if (!source) throw new Error('The product does not follow this account.');
  await sources.noteFound(1, source.hintedAt !== null);
  await pool.query("update inbox.source set hinted_at = hinted_at + interval '2 ms' where account_id = 1");
  await sources.noteRead(source, true, null, 0);
  const sourceNow = await sources.sourceOf(1);
  expect(sourceNow?.hintedAt).not.toBeNull();
  expect(sourceNow?.webhookAt).not.toBeNull();
  if (sourceNow) await sources.noteRead(sourceNow, true, null, 0);
  expect((await sources.sourceOf(1))?.hintedAt).toBeNull();
  expect([await sources.distrust(1), await sources.distrust(1)]).toEqual([true, false]);
  expect((await sources.sourceOf(1))?.webhookAt).toBeNull();
});

it('makes all followed threads of an account due', async () => {
  await posts.readAllSoon(1);
  expect((await dueThreads()).sort()).toEqual(['10_20', '10_21']);
});
