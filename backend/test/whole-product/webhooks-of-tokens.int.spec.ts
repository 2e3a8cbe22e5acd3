import { createWebhook, listWebhooks, type WebhookView } from '@posthorn/contracts/external/webhooks.http';
import {
  createApiToken,
  deleteApiToken,
  type CreatedApiTokenView,
} from '@posthorn/contracts/identity/api-tokens.http';
import { emailNotMe, verifyEmail } from '@posthorn/contracts/identity/email-change.http';
import { updateUser } from '@posthorn/contracts/identity/profile.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Mailer } from '#infrastructure/mail/mailer.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { ExternalApiModule } from '#modules/external-api/external-api.module.ts';
import { bootIdentity, userOf, type BootedIdentity } from '#modules/identity/testing/boot-identity.ts';
import type { TestBrowser } from '#modules/identity/testing/test-browser.ts';
import { TestMailer } from '#modules/identity/testing/test-mailer.ts';

// The External API module suspends webhooks when Identity reports the end of a token or the recovery of an account.
// The spec uses both real modules.

const mailer = new TestMailer();
let product: BootedIdentity;
beforeAll(async () => {
  product = await bootIdentity({
    modules: [OutgoingModule, ExternalApiModule],
    bindings: [{ provide: Mailer, useValue: mailer }],
  });
  // Starts the processes: they handle only later events.
  await product.catchUp();
}, 60_000);
afterAll(() => product.close());

const WEBHOOK = { url: 'https://example.com/hooks', types: ['plan.changed'] };

it('suspends only the webhook that a deleted token created', async () => {
  const ana = await product.signedIn('ana@example.com');
  const created = await ana.send('POST', createApiToken.path, {
    json: { name: 'Program', scopes: ['webhooks:write'] },
  });
  const { id, token } = created.body as CreatedApiTokenView;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const added = await fetch(`${product.url}/api/external/webhooks`, {
    method: 'POST',
    headers,
    body: JSON.stringify(WEBHOOK),
  });
  expect(added.status).toBe(201);
  expect((await ana.send('POST', createWebhook.path, { json: WEBHOOK })).status).toBe(201);
  expect(await suspensionReasons(ana)).toEqual([null, null]);
  await ana.send('DELETE', pathOf(deleteApiToken, { id }));
  expect(await suspensionReasons(ana)).toEqual(['token-ended', null]);
});

it('suspends all webhooks of an account when its owner recovers it', async () => {
  const thief = await product.signedIn('bea@example.com');
  expect((await thief.send('POST', createWebhook.path, { json: WEBHOOK })).status).toBe(201);
  const path = pathOf(updateUser, { userId: (await userOf(thief)).id });
  await thief.send('PATCH', path, { json: { firstName: 'E', lastName: 'V', email: 'thief@example.com' } });
  await thief.send('POST', verifyEmail.path, { json: { token: tokenMailedTo('thief@example.com') } });
  const token = tokenMailedTo('bea@example.com');
  const { status } = await product.browser().send('POST', emailNotMe.path, { json: { token } });
  expect(status).toBe(204);
  expect(await suspensionReasons(await product.signedIn('bea@example.com'))).toEqual(['not-me']);
});

/** Returns the reason for the suspension of each webhook, or null. Webhooks of programs are first. */
async function suspensionReasons(browser: TestBrowser): Promise<readonly (string | null)[]> {
  await product.catchUp();
  const { body } = await browser.send('GET', listWebhooks.path);
  const webhooks = body as readonly WebhookView[];
  return webhooks
    .toSorted((a, b) => Number(a.tokenId === null) - Number(b.tokenId === null))
    .map(({ suspendedBecause }) => suspendedBecause);
}
const tokenMailedTo = (address: string): string =>
  /token=([\w-]+)/u.exec(mailer.to(address).at(-1)?.text ?? '')?.[1] ?? '';
