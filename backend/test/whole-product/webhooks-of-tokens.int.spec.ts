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

// When a token ends or a user takes their account back, Identity reports it and webhooks are suspended. Both modules are the real ones.

const mailer = new TestMailer();
let product: BootedIdentity;
beforeAll(async () => {
  product = await bootIdentity({
    modules: [OutgoingModule, ExternalApiModule],
    bindings: [{ provide: Mailer, useValue: mailer }],
  });
  // Processes begin with later events.
  await product.catchUp();
}, 60_000);
afterAll(() => product.close());

const WEBHOOK = { url: 'https://example.com/hooks', types: ['plan.changed'] };

it('suspends the webhook that a deleted token created, and no other', async () => {
  const ana = await product.signedIn('ana@example.com');
  const made = await ana.send('POST', createApiToken.path, {
    json: { name: 'Program', scopes: ['webhooks:write'] },
  });
  const { id, token } = made.body as CreatedApiTokenView;
  const by = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const added = await fetch(`${product.url}/api/external/webhooks`, {
    method: 'POST',
    headers: by,
    body: JSON.stringify(WEBHOOK),
  });
  expect(added.status).toBe(201);
  expect((await ana.send('POST', createWebhook.path, { json: WEBHOOK })).status).toBe(201);
  expect(await reasons(ana)).toEqual([null, null]);
  await ana.send('DELETE', pathOf(deleteApiToken, { id }));
  expect(await reasons(ana)).toEqual(['token-ended', null]);
});

it('suspends all webhooks of a user who takes their account back', async () => {
  const thief = await product.signedIn('bea@example.com');
  expect((await thief.send('POST', createWebhook.path, { json: WEBHOOK })).status).toBe(201);
  const path = pathOf(updateUser, { userId: (await userOf(thief)).id });
  await thief.send('PATCH', path, { json: { firstName: 'E', lastName: 'V', email: 'thief@example.com' } });
  await thief.send('POST', verifyEmail.path, { json: { token: linkTo('thief@example.com') } });
  const token = linkTo('bea@example.com');
  const { status } = await product.browser().send('POST', emailNotMe.path, { json: { token } });
  expect(status).toBe(204);
  expect(await reasons(await product.signedIn('bea@example.com'))).toEqual(['not-me']);
});

/** The reason of each webhook's suspension; webhooks created by programs come first. */
async function reasons(browser: TestBrowser): Promise<readonly (string | null)[]> {
  await product.catchUp();
  const { body } = await browser.send('GET', listWebhooks.path);
  const webhooks = body as readonly WebhookView[];
  return webhooks
    .toSorted((a, b) => Number(a.tokenId === null) - Number(b.tokenId === null))
    .map(({ suspendedBecause }) => suspendedBecause);
}
const linkTo = (address: string): string =>
  /token=([\w-]+)/u.exec(mailer.to(address).at(-1)?.text ?? '')?.[1] ?? '';
