import { randomUUID } from 'node:crypto';
import {
  WEBHOOK,
  WEBHOOK_TEXT,
  type CreatedWebhookView,
  type RotatedSecretView,
  type WebhookTestView,
  type WebhookView,
} from '@posthorn/contracts/external/webhooks.http';
import { expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { RowErasure } from '#infrastructure/personal-data/erasure/row-erasure.ts';
import { SessionReader } from '#infrastructure/http/session/session-reader.ts';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { FollowOlderWebhookLog } from '../follow-older-log/follow-older-webhook-log.command.ts';
import { WebhooksPart } from '../export-webhooks/export-webhooks.ts';
import { answering, dropping, hanging } from '../../testing/receiver.ts';
import { webhooksForSpec } from '../../testing/webhooks-product.ts';
import { WebhookRows } from '../../read-models/webhooks/webhook-rows.ts';
import { ReceiverAddresses } from '../../stores/webhooks/receiver-addresses.ts';
import { newWebhookSecret, WebhookSecrets } from '../../read-models/webhooks/webhook-secrets.ts';

// These specs cover how owners manage their webhooks. deliveries.int.spec.ts covers the deliveries.

const product = webhooksForSpec();

const PUBLIC = { url: 'https://example.com/hooks?key=canary', types: ['post.*', 'publication.failed'] };
const create = (body: object = PUBLIC) => product.call<CreatedWebhookView>('POST', '', body);

it('adds a webhook, and shows its secret only in this response', async () => {
  const { status, body } = await create();
  const { secret, ...webhook } = body;
  expect(status).toBe(201);
  expect(Buffer.from(secret.replace(/^whsec_/u, ''), 'base64')).toHaveLength(32);
  const expected: WebhookView = {
    id: webhook.id,
    ...PUBLIC,
    state: 'active',
    suspendedBecause: null,
    pausedUntil: null,
    lastSuccessAt: null,
    failingSince: null,
    addedAt: product.booted.clock.now().toISOString(),
    tokenId: null,
    scopes: null,
    asksOwner: false,
  };
  expect(webhook).toEqual(expected);
  expect((await product.call('GET', '')).body).toEqual([expected]);
  expect(await product.show(webhook.id)).toEqual(expected);
  expect(product.facts(webhook.id)).toEqual(['EndpointAdded']);
});

it('does not keep a webhook when the session ended during the DNS lookup', async () => {
  const sessions = product.booted.app.get(SessionReader);
  const original = sessions.read.bind(sessions);
  // The session exists when the request arrives, and has ended when the server reads it again.
  const read = jest.spyOn(sessions, 'read').mockResolvedValue(null).mockImplementationOnce(original);
  const reply = await create();
  read.mockRestore();
  expect(reply).toMatchObject({ status: 401, body: { code: 'identity.signed-out' } });
  expect((await product.call('GET', '')).body).toEqual([]);
});

it('stores no secret in plain text, and no URL in the log', async () => {
  const { id, secret } = (await create()).body;
  const rotated = (await product.call<RotatedSecretView>('POST', `/${id}/rotate`)).body.secret;
  const { rows } = await product.pool.query<{ text: string }>(
    `select query_to_xml('select * from external.webhook_secret', true, false, '')::text
       || query_to_xml('select * from external.webhook', true, false, '')::text as text`,
  );
  const facts = JSON.stringify(
    product.store.historyOf(`webhook-${id}`).map(({ data, meta }) => [data, meta]),
  );
  for (const each of [secret, rotated]) {
    const bare = each.replace('whsec_', '');
    expect([rows[0]?.text.includes(bare), facts.includes(bare)]).toEqual([false, false]);
  }
  expect(facts).not.toContain('canary');
  expect(JSON.stringify((await product.call('GET', '')).body)).not.toContain('whsec_');
});

it.each([
  ...[
    'http://example.com/',
    'https://example.com:8443/',
    'https://ana:pw@example.com/',
    'ftp://example.com/',
  ],
  ...[
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
  ],
  ...['https://0.0.0.0/', 'https://[::1]/', 'https://[::]/', 'https://[::ffff:127.0.0.1]/'],
  ...['https://[::ffff:7f00:1]/', 'https://169.254.169.254/', 'https://10.1.2.3/', 'not an address'],
])('refuses the URL %s', async (url) => {
  expect(await create({ url, types: ['*'] })).toMatchObject({
    status: 422,
    body: { code: 'external.address-not-allowed', message: WEBHOOK_TEXT.addressNotAllowed },
  });
  const { id } = (await create()).body;
  expect((await product.call('PATCH', `/${id}`, { url })).status).toBe(422);
  expect((await product.show(id)).url).toBe(PUBLIC.url);
});

it.each([
  [{ types: ['*'] }, 'url', WEBHOOK_TEXT.urlRequired],
  [{ url: `https://example.com/${'a'.repeat(2100)}`, types: ['*'] }, 'url', WEBHOOK_TEXT.urlMax],
  [{ url: PUBLIC.url }, 'types', WEBHOOK_TEXT.typesRequired],
  [{ url: PUBLIC.url, types: [] }, 'types', WEBHOOK_TEXT.typesRequired],
  [{ url: PUBLIC.url, types: ['post.baked'] }, 'types', WEBHOOK_TEXT.typesNotValid],
  [{ url: PUBLIC.url, types: ['cake.*'] }, 'types', WEBHOOK_TEXT.typesNotValid],
  [{ url: PUBLIC.url, types: [7] }, 'types', WEBHOOK_TEXT.typesNotValid],
])('refuses %j with the error message of the field', async (body, field, message) => {
  expect(await create(body)).toMatchObject({ status: 400, body: { fields: { [field]: message } } });
});

it('allows a user ten webhooks, even under concurrent requests', async () => {
  const all = await Promise.all(Array.from({ length: 14 }, () => create()));
  expect(all.filter(({ status }) => status === 201)).toHaveLength(WEBHOOK.perUser);
  expect(all.find(({ status }) => status !== 201)).toMatchObject({
    status: 422,
    body: { code: 'external.webhook-limit' },
  });
  expect((await product.call<[]>('GET', '')).body).toHaveLength(WEBHOOK.perUser);
});

it('changes the given fields and keeps the others', async () => {
  const { id } = (await create()).body;
  const changed = await product.call<WebhookView>('PATCH', `/${id}`, { types: ['*'] });
  expect(changed).toMatchObject({ status: 200, body: { url: PUBLIC.url, types: ['*'] } });
  await product.call('PATCH', `/${id}`, { types: ['*'] });
  expect(product.facts(id)).toEqual(['EndpointAdded', 'EndpointChanged']);
  expect((await product.call('PATCH', `/${id}`, { resume: false })).status).toBe(400);
});

it('does not change or resume a webhook when the account is taken back during the DNS lookup', async () => {
  const { id } = (await create()).body;
  const sessions = product.booted.app.get(SessionReader);
  const original = sessions.read.bind(sessions);
  const read = jest.spyOn(sessions, 'read').mockResolvedValue(null).mockImplementationOnce(original);
  const addresses = product.booted.app.get(ReceiverAddresses);
  const check = jest.spyOn(addresses, 'check').mockImplementationOnce(() => product.appendReclaim());
  const change = { url: 'https://example.com/thief', resume: true };
  const reply = await product.call('PATCH', `/${id}`, change);
  check.mockRestore();
  read.mockRestore();
  expect(reply).toMatchObject({ status: 401, body: { code: 'identity.signed-out' } });
  expect(await product.show(id)).toMatchObject({ url: PUBLIC.url, suspendedBecause: 'not-me' });
  expect(product.facts(id)).toEqual(['EndpointAdded', 'EndpointSuspended']);
  await product.work();
  expect(product.mailer.sent).toHaveLength(1);
});

it('keeps both of two simultaneous changes of different fields', async () => {
  const { id } = (await create()).body;
  const addresses = product.booted.app.get(ReceiverAddresses);
  const check = jest.spyOn(addresses, 'check').mockImplementationOnce(async () => {
    await product.call('PATCH', `/${id}`, { types: ['plan.*'] });
  });
  const url = 'https://example.com/other';
  const both = { url, types: ['plan.*'] };
  expect(await product.call('PATCH', `/${id}`, { url })).toMatchObject({ status: 200, body: both });
  check.mockRestore();
  expect(await product.show(id)).toMatchObject(both);
  // A webhook that is resumed during another change keeps that change.
  const rows = product.booted.app.get(WebhookRows);
  const find = rows.find.bind(rows);
  const spy = jest.spyOn(rows, 'find').mockImplementationOnce(async (...key) => {
    const row = await find(...key);
    await product.call('PATCH', `/${id}`, PUBLIC);
    return row;
  });
  await product.call('PATCH', `/${id}`, { resume: true });
  spy.mockRestore();
  expect(await product.show(id)).toMatchObject(PUBLIC);
});

/** Does `other` after the next change has appended its event, and before that change writes its row. */
function betweenEventAndRow(other: () => Promise<unknown>): void {
  const writer = product.booted.app.get(StreamWriter);
  const decide = writer.decide.bind(writer) as (...args: unknown[]) => Promise<never>;
  const spy = jest.spyOn(writer, 'decide').mockImplementationOnce(async (...args: unknown[]) => {
    spy.mockRestore();
    const decided = await decide(...args);
    await other();
    return decided;
  });
}
const resume = (id: string) => product.call<WebhookView>('PATCH', `/${id}`, { resume: true });

it('keeps the newer of two simultaneous changes, even if the older one writes its row later', async () => {
  const { id } = (await create()).body;
  const newer = { url: 'https://example.com/newer', types: ['post.*'] };
  betweenEventAndRow(() => product.call('PATCH', `/${id}`, newer));
  const older = await product.call('PATCH', `/${id}`, {
    url: 'https://example.com/older',
    types: ['plan.*'],
  });
  expect(older).toMatchObject({ status: 200, body: newer });
  expect(await product.show(id)).toMatchObject(newer);
  expect(product.facts(id)).toEqual(['EndpointAdded', 'EndpointChanged', 'EndpointChanged']);
});

it('keeps a webhook active that its owner resumed before the suspension wrote its row', async () => {
  const { id } = await product.add();
  betweenEventAndRow(() => resume(id));
  await product.suspend(id, 'not-me');
  expect(await product.show(id)).toMatchObject({ state: 'active', suspendedBecause: null });
  expect(product.facts(id)).toEqual(['EndpointAdded', 'EndpointSuspended', 'EndpointResumed']);
});

it("keeps a webhook suspended that was suspended again before its owner's change wrote its row", async () => {
  const { id } = await product.add();
  await product.suspend(id, 'failing');
  betweenEventAndRow(() => product.suspend(id, 'not-me'));
  expect(await resume(id)).toMatchObject({ status: 200, body: { suspendedBecause: 'not-me' } });
  expect(await product.show(id)).toMatchObject({ state: 'suspended', suspendedBecause: 'not-me' });
  await product.appendPlanChanges();
  await product.work();
  expect(product.receivers[0]?.taken).toEqual([]);
});

it('follows a log that was restored from an older backup', async () => {
  const { id } = await product.add();
  await product.pool.query('update external.webhook set revision = 7 where endpoint_id = $1', [id]);
  await product.booted.app.get(CommandBus).execute(new FollowOlderWebhookLog());
  await product.call('PATCH', `/${id}`, { types: ['plan.*'] });
  expect(await product.show(id)).toMatchObject({ types: ['plan.*'] });
});

it('refuses changes of URL and secret when the sign-in is too old', async () => {
  const { id } = await product.add();
  const stale = (method: string, path: string, body?: object) =>
    product.call(method, path, body, product.user, { 'x-test-stale': 'yes' });
  for (const answer of [
    await stale('POST', '', PUBLIC),
    await stale('PATCH', `/${id}`, { url: PUBLIC.url }),
    await stale('PATCH', `/${id}`, { types: ['*'] }),
    await stale('POST', `/${id}/rotate`),
    await stale('POST', `/${id}/take-over`),
  ])
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'identity.not-fresh', message: WEBHOOK_TEXT.notFresh },
    });
  expect((await stale('PATCH', `/${id}`, { resume: true })).status).toBe(200);
  expect(product.facts(id)).toEqual(['EndpointAdded']);
  expect((await stale('DELETE', `/${id}`)).status).toBe(204);
});

it('suspends all webhooks of a user who takes the account back', async () => {
  const [{ id }, { id: other }] = [await product.add(), await product.add()];
  await product.appendReclaim();
  expect(await product.show(id)).toMatchObject({ state: 'suspended', suspendedBecause: 'not-me' });
  await product.appendPlanChanges();
  await product.work();
  expect(product.receivers[0]?.taken).toEqual([]);
  expect(product.mailer.sent).toHaveLength(2);
  await product.call('PATCH', `/${id}`, { resume: true });
  await product.work();
  expect(product.receivers[0]?.taken).toHaveLength(1);
  expect(await product.show(other)).toMatchObject({ suspendedBecause: 'not-me' });
});

it('does not suspend a webhook that its owner resumed or added after taking the account back, when that event is handled again', async () => {
  const [{ id: resumed }, { id: untouched }] = [await product.add(), await product.add()];
  await product.appendReclaim();
  await product.call('PATCH', `/${resumed}`, { resume: true });
  const { id: added } = await product.add();
  await product.handleReclaimAgain();
  const reasons = [resumed, untouched, added].map(async (id) => (await product.show(id)).suspendedBecause);
  expect(await Promise.all(reasons)).toEqual([null, 'not-me', null]);
  expect(product.facts(resumed)).toEqual(['EndpointAdded', 'EndpointSuspended', 'EndpointResumed']);
});

it('deletes a webhook together with its waiting deliveries and secrets', async () => {
  const { id } = await product.add();
  await product.appendPlanChanges();
  expect((await product.call('DELETE', `/${id}`)).status).toBe(204);
  expect((await product.call('DELETE', `/${id}`)).status).toBe(404);
  await product.work();
  expect(product.receivers[0]?.taken).toEqual([]);
  const { rows } = await product.pool.query(
    'select endpoint_id from external.delivery where endpoint_id = $1 union all select secret_id from external.webhook_secret where endpoint_id = $1',
    [id],
  );
  expect(rows).toEqual([]);
  expect(product.facts(id)).toEqual(['EndpointAdded', 'EndpointRemoved']);
});

it('limits how often a user replays events, across all their webhooks', async () => {
  const [{ id }, { id: other }] = [await product.add(), await product.add()];
  const unknown = `evt_${randomUUID()}`;
  const replay = (webhookId: string) => product.call('POST', `/${webhookId}/replay`, { after: unknown });
  for (let times = 0; times < 10; times++) expect((await replay(id)).status).toBe(404);
  for (const webhookId of [id, other])
    expect(await replay(webhookId)).toMatchObject({
      status: 429,
      body: { code: 'request.too-many', message: WEBHOOK_TEXT.replaysTooMany },
    });
});

it('returns 404 for webhooks of other users and for invalid ids', async () => {
  const { id } = await product.add();
  for (const path of [`/${id}`, '/not-one', '/%00'])
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { types: ['*'] }],
      ['DELETE', '', undefined],
      ['POST', '/rotate', undefined],
      ['POST', '/take-over', undefined],
      ['POST', '/test', undefined],
      ['GET', '/deliveries', undefined],
      ['POST', '/deliveries/evt_1/redeliver', undefined],
      ['POST', '/replay', { after: 'evt_1' }],
    ] as const)
      expect(await product.call(method, `${path}${rest}`, body, 'bob')).toMatchObject({
        status: 404,
        body: { code: 'external.webhook-not-found' },
      });
  expect((await product.call<[]>('GET', '', undefined, 'bob')).body).toEqual([]);
});

it('signs with both secrets for a day after a rotation', async () => {
  const [receiver] = product.receivers;
  const { id, secret } = await product.add();
  const { body } = await product.call<RotatedSecretView>('POST', `/${id}/rotate`);
  const hours = (Date.parse(body.oldUntil) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(WEBHOOK.bothSecretsHours);
  await product.appendPlanChanges();
  await product.work();
  expect(receiver?.taken[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/u);
  for (const each of [secret, body.secret])
    expect(receiver?.verified(each)).toMatchObject({ type: 'plan.changed' });
  await product.pool.query(
    'update external.webhook_secret set valid_until = now() where valid_until is not null',
  );
  await product.appendPlanChanges();
  await product.work();
  expect(receiver?.verified(body.secret)).toMatchObject({ type: 'plan.changed' });
  expect(() => receiver?.verified(secret)).toThrow('No matching signature found');
});

it('leaves exactly one secret without an end after concurrent rotations', async () => {
  const { id } = await product.add();
  const secrets = product.booted.app.get(WebhookSecrets);
  const until = new Date(Date.now() + 60_000);
  await Promise.all(Array.from({ length: 8 }, () => secrets.rotate(id, newWebhookSecret(), until)));
  const { rows } = await product.pool.query<{ endless: number }>(
    `select count(*)::int as endless from external.webhook_secret where endpoint_id = $1 and valid_until is null`,
    [id],
  );
  expect(rows).toEqual([{ endless: 1 }]);
});

it("sends a test immediately, and returns the receiver's response", async () => {
  const [receiver] = product.receivers;
  const { id, secret } = await product.add();
  const test = async () => (await product.call<WebhookTestView>('POST', `/${id}/test`)).body;
  if (!receiver) return;
  receiver.answer = answering(200, {}, 'thanks');
  expect(await test()).toMatchObject({ delivered: true, status: 200, answer: 'thanks', error: null });
  expect(receiver.verified(secret)).toMatchObject({ type: 'webhook.test', data: { webhookId: id } });
  receiver.answer = answering(500, {}, 'x'.repeat(5000));
  expect(await test()).toMatchObject({ delivered: false, status: 500, answer: 'x'.repeat(1024) });
  receiver.answer = answering(302, { location: 'http://127.0.0.1/' }, '');
  expect(await test()).toMatchObject({ delivered: false, status: 302 });
  receiver.answer = hanging;
  product.times.answerWithin = 400;
  expect(await test()).toMatchObject({ status: null, errorCode: 'timeout' });
  product.times.answerWithin = 15_000;
  receiver.answer = dropping;
  expect(await test()).toMatchObject({
    status: null,
    error: 'The receiver closed the connection.',
    errorCode: 'reset',
  });
  expect(await product.deliveries(id)).toEqual([]);
  expect(await product.show(id)).toMatchObject({ failingSince: null, lastSuccessAt: null });
});

it('exports each webhook and its history, including those of a removed one', async () => {
  const [receiver] = product.receivers;
  const { id } = await product.add();
  const { id: removed } = await product.add();
  await product.call('DELETE', `/${removed}`);
  await product.appendPlanChanges();
  if (receiver) receiver.answer = answering(410);
  await product.work();
  const part = product.booted.app.get(WebhooksPart);
  const files = [];
  for await (const file of part.events(product.user)) files.push(...file.streams);
  const mail = `webhookMail-webhook-${product.store.historyOf(`webhook-${id}`).at(-1)?.id ?? ''}`;
  expect(files.sort()).toEqual([`webhook-${id}`, `webhook-${removed}`, mail].sort());
  const { webhooks } = part.files[0]?.sections ?? {};
  const rows = [];
  if (webhooks && 'rows' in webhooks) for await (const row of webhooks.rows(product.user)) rows.push(row);
  expect(rows).toEqual([await product.show(id)]);
});

it('deletes all webhook data of an erased user', async () => {
  const { id } = await product.add();
  await product.appendPlanChanges();
  await product.booted.app.get(RowErasure).erase(product.user);
  await product.work();
  expect(product.receivers[0]?.taken).toEqual([]);
  for (const table of ['webhook', 'webhook_secret', 'delivery'])
    expect(
      (await product.pool.query(`select from external.${table} where endpoint_id = $1`, [id])).rowCount,
    ).toBe(0);
});

it('counts overdue deliveries in a metric', async () => {
  await product.add();
  await product.appendPlanChanges(2);
  const figure = async () =>
    (await product.booted.app.get(Metrics).registry.getSingleMetricAsString('webhook_deliveries_overdue'))
      .split('\n')
      .at(-1);
  expect(await figure()).toBe('webhook_deliveries_overdue 0');
  await product.pool.query(`update external.delivery set due_at = now() - interval '6 minutes'`);
  expect(await figure()).toBe('webhook_deliveries_overdue 2');
  await product.work();
  expect(await figure()).toBe('webhook_deliveries_overdue 0');
});

it('makes the rows match the log after a restore of an older database', async () => {
  const { id } = await product.add();
  const { id: removed, url } = await product.add();
  await product.call('PATCH', `/${id}`, { types: ['post.*'] });
  await product.call('DELETE', `/${removed}`);
  await product.pool.query(`update external.webhook set types = '{plan.*}', suspended_because = 'gone'`);
  await product.addRow(removed, url);
  await product.booted.catchUp();
  expect((await product.call('GET', '')).body).toMatchObject([{ id, types: ['post.*'], state: 'active' }]);
});
