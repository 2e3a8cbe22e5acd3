import { randomUUID } from 'node:crypto';
import { EXTERNAL_TEXT } from '@posthorn/contracts/external/external.http';
import {
  WEBHOOK_TEXT,
  type CreatedWebhookView,
  type WebhookView,
} from '@posthorn/contracts/external/webhooks.http';
import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { expect, it, jest } from '@jest/globals';
import { tokenOf } from '#infrastructure/testing/test-tokens.ts';
import { webhookEvent, webhookStream } from '../../domain/webhook/webhook.ts';
import { ReceiverAddresses } from '../../stores/webhooks/receiver-addresses.ts';
import { webhooksForSpec } from '../../testing/webhooks-product.ts';

// An endpoint that a token has added gets only events within the token's scopes. It is suspended when the token ends.

const product = webhooksForSpec();

const token = (...scopes: readonly ApiScope[]) => tokenOf(product.user, [...scopes, 'webhooks:write']);
const url = () => product.receivers[0]?.url ?? '';
const make = (by: string, types: readonly string[] = ['*']) =>
  product.callBy<CreatedWebhookView>(by, 'POST', '', { url: url(), types });
const receivedTypes = () =>
  product.receivers[0]?.taken.map(({ body }) => (JSON.parse(body) as { type: string }).type);

it.each<[readonly ApiScope[], readonly string[]]>([
  [['posts:read'], ['plan.changed', 'post.edited']],
  [['comments:read'], ['plan.changed']],
  [['events:read'], ['plan.changed', 'post.edited']],
])('sends an endpoint of a token with the scopes %j only the events %j', async (scopes, types) => {
  const { status, body } = await make(token(...scopes));
  const tokenId = `token-of-${product.user}`;
  expect([status, body]).toMatchObject([201, { tokenId, scopes: [...scopes, 'webhooks:write'] }]);
  await product.appendPlanChanges();
  await product.appendPostEdit();
  await product.work();
  expect(receivedTypes()?.sort()).toEqual(types);
  expect(await product.show(body.id)).toMatchObject({ tokenId, asksOwner: false });
});

it.each<[readonly ApiScope[], string, ApiScope]>([
  [[], '*', 'events:read'],
  [[], 'post.*', 'posts:read'],
  [['posts:read'], 'comment.received', 'comments:read'],
  [['posts:read'], 'reply.*', 'comments:read'],
  [['posts:read'], 'account.*', 'accounts:read'],
  [['accounts:read'], 'publication.failed', 'posts:read'],
])('does not let a token with %j add an endpoint for %s', async (scopes, pattern, missing) => {
  const refused = {
    status: 403,
    body: { code: 'external.scope-missing', message: EXTERNAL_TEXT.scopeMissing(missing) },
  };
  const by = token(...scopes);
  expect(await make(by, [pattern])).toMatchObject(refused);
  const { body } = await make(by, ['plan.changed']);
  expect(await product.callBy(by, 'PATCH', `/${body.id}`, { types: [pattern] })).toMatchObject(refused);
});

it('suspends an endpoint when its token ends, and resumes it only after a user takes it over', async () => {
  const { id } = (await make(token('events:read'))).body;
  await product.endTokens();
  expect(await product.show(id)).toMatchObject({ state: 'suspended', suspendedBecause: 'token-ended' });
  await product.appendPlanChanges();
  await product.work();
  expect(receivedTypes()).toEqual([]);
  expect(product.mailer.sent.at(-1)?.text).toMatch(/was deleted or\s+has expired/u);
  expect(await product.call('PATCH', `/${id}`, { resume: true })).toMatchObject({
    status: 409,
    body: { code: 'external.webhook-token-ended', message: WEBHOOK_TEXT.tokenEnded },
  });
  const taken = await product.call<WebhookView>('POST', `/${id}/take-over`);
  expect([taken.status, taken.body]).toMatchObject([200, { state: 'active', tokenId: null, scopes: null }]);
  await product.work();
  expect(receivedTypes()).toEqual(['plan.changed']);
});

it('does not change an endpoint when its token ends during the DNS lookup', async () => {
  const by = token('events:read');
  const { id } = (await make(by)).body;
  const addresses = product.booted.app.get(ReceiverAddresses);
  const check = jest.spyOn(addresses, 'check').mockImplementationOnce(() => product.endTokens(false));
  const change = { url: 'https://example.com/other' };
  const refused = { status: 401, body: { code: 'external.token-not-valid' } };
  expect(await product.callBy(by, 'PATCH', `/${id}`, change)).toMatchObject(refused);
  check.mockRestore();
  expect(await product.show(id)).toMatchObject({ url: url() });
  expect(product.facts(id)).toEqual(['EndpointAdded']);
});

it('does not send an event after the token has ended, even before the end is recorded', async () => {
  const { id } = (await make(token('events:read'))).body;
  await product.appendPlanChanges();
  await product.endTokens(false);
  await product.work();
  expect(receivedTypes()).toEqual([]);
  expect(await product.show(id)).toMatchObject({ suspendedBecause: 'token-ended' });
  expect(product.facts(id)).toEqual(['EndpointAdded', 'EndpointSuspended']);
});

it('refuses changes by another token, and by a token to an endpoint that a user made', async () => {
  const { id: ofPerson } = await product.add();
  const by = token('events:read');
  for (const [method, path, body] of [
    ['PATCH', '', { url: 'https://example.com/mine' }],
    ['PATCH', '', { types: ['post.*'] }],
    ['POST', '/rotate', undefined],
    ['POST', '/test', undefined],
    ['GET', '/deliveries', undefined],
    ['POST', `/deliveries/evt_${randomUUID()}/redeliver`, undefined],
    ['POST', '/replay', { after: 'evt_1' }],
  ] as const)
    expect(await product.callBy(by, method, `/${ofPerson}${path}`, body)).toMatchObject({
      status: 403,
      body: { code: 'external.webhook-of-others', message: WEBHOOK_TEXT.ofOthers },
    });
  const { id: own } = (await make(by)).body;
  expect((await product.callBy(by, 'PATCH', `/${own}`, { types: ['post.*'] })).status).toBe(200);
  expect((await product.callBy(by, 'POST', `/${own}/rotate`)).status).toBe(200);
  const list = (await product.callBy<readonly WebhookView[]>(by, 'GET', '')).body;
  expect(list.map(({ id }) => id).sort()).toEqual([own, ofPerson].sort());
  expect((await product.callBy(by, 'DELETE', `/${ofPerson}`)).status).toBe(204);
});

it('asks the owner once about an endpoint whose maker was not recorded, and continues to send to it', async () => {
  const [id, tokenId] = [randomUUID(), `token-of-${product.user}`];
  const data = {
    endpointId: id,
    ownerId: product.user,
    url: url(),
    types: ['*'],
    addedAt: new Date().toISOString(),
  };
  await product.addRow(id, url());
  const old = webhookEvent('EndpointAdded', { ...data, maker: { kind: 'unrecorded' } });
  await product.record(webhookStream, id, () => [old], { kind: 'apiToken', id: tokenId });
  await product.booted.catchUp();
  expect(await product.show(id)).toMatchObject({
    state: 'active',
    asksOwner: true,
    tokenId: null,
    scopes: null,
  });
  await product.endTokens();
  await product.appendPlanChanges();
  await product.work();
  expect(receivedTypes()).toEqual(['plan.changed']);
  expect(product.mailer.sent.map(({ subject }) => subject)).toEqual([expect.stringContaining('continue?')]);
  expect((await product.callBy(token(), 'PATCH', `/${id}`, { types: ['plan.*'] })).status).toBe(200);
  const taken = await product.call<WebhookView>('POST', `/${id}/take-over`);
  expect(taken.body).toMatchObject({ asksOwner: false, state: 'active' });
  await product.booted.catchUp();
  expect(product.facts(id)).toEqual([
    'EndpointAdded',
    'EndpointOwnerAsked',
    'EndpointChanged',
    'EndpointTakenOver',
  ]);
});
