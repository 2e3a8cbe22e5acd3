import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { randomUUID } from 'node:crypto';
import { createApiToken, type CreatedApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import { emailNotMe, openOtherAccount, verifyEmail } from '@posthorn/contracts/identity/email-change.http';
import { updateUser } from '@posthorn/contracts/identity/profile.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { ERASURE_CATEGORY } from '@posthorn/event-sourcing/subject-erased';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Mailer, type Mail } from '#infrastructure/mail/mailer.ts';
import { EMAIL_CHANGE_MAIL_TEXT } from '../../pages/mails/messages.en.ts';
import { PlanOf } from '../../ports/plan-of.ts';
import { ApiTokens } from '../../read-models/api-tokens/api-tokens.ts';
import { GOLD } from '../../testing/billing-double.ts';
import { bootIdentity, isSignedIn, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { TestMailer } from '../../testing/test-mailer.ts';

// An owner takes back an address that another account got in the meantime. The other account keeps its data, and gets a link to sign in.

const store = new InMemoryEventStore();
const mailer = new TestMailer();
let product: BootedIdentity;
let sharedAddress: string;
let people = 0;
beforeAll(async () => {
  product = await bootIdentity({ store, bindings: [{ provide: Mailer, useValue: mailer }] });
});
beforeEach(async () => {
  mailer.sent.length = 0;
  mailer.fails = null;
  sharedAddress = `shared${String(++people)}@example.com`;
  await product.reset();
});
afterAll(() => product.close());

const tokenIn = (mail: Mail | undefined): string => /token=([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? '';
const linkTo = (address: string): string => tokenIn(mailer.to(address).at(-1));
const idBy = async (email: string) => (await userOf(await product.signedIn(email))).id;
const notMe = (token: string) => product.browser().send('POST', emailNotMe.path, { json: { token } });
const open = (by: TestBrowser, token: string) => by.send('POST', openOtherAccount.path, { json: { token } });
const mailsAboutOther = () =>
  mailer.to(sharedAddress).filter(({ subject }) => subject === EMAIL_CHANGE_MAIL_TEXT.otherAccount.subject);
async function changeAddress(by: TestBrowser, email: string): Promise<void> {
  const path = pathOf(updateUser, { userId: (await userOf(by)).id });
  await by.send('PATCH', path, { json: { firstName: 'B', lastName: 'R', email } });
  const { status } = await by.send('POST', verifyEmail.path, { json: { token: linkTo(email) } });
  expect(status).toBe(204);
}

/** A thief changes the address of the account. Then its owner signs in with the old address and gets a new account. */
async function loseAndRegisterAgain(address: string) {
  const thief = await product.signedIn(address);
  const { id: first } = await userOf(thief);
  await changeAddress(thief, `thief-of-${address}`);
  const reclaimToken = linkTo(address);
  const other = await product.signedIn(address);
  const { id: second } = await userOf(other);
  expect(second).not.toBe(first);
  return { first, second, other, reclaimToken };
}

it('sends a link that opens the other account until that account has an address again', async () => {
  const { first, second, other, reclaimToken } = await loseAndRegisterAgain(sharedAddress);
  const made = await other.send('POST', createApiToken.path, { json: { name: 'Blog' } });
  expect((await notMe(reclaimToken)).status).toBe(204);
  expect(await isSignedIn(other)).toBe(false);
  expect(await idBy(sharedAddress)).toBe(first);
  // An API token of the other account stays valid.
  expect(await product.app.get(ApiTokens).find((made.body as CreatedApiTokenView).token)).not.toBeNull();

  expect(mailsAboutOther()).toHaveLength(1);
  const token = tokenIn(mailsAboutOther()[0]);
  const reader = product.browser();
  const erasureRequested = await reader.get(`${openOtherAccount.path}?token=${token}`);
  expect(erasureRequested.text).toContain('Open your other account');
  expect(await isSignedIn(reader)).toBe(false);
  const opened = await reader.send('POST', openOtherAccount.path, { form: { token } });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/settings']);
  expect(await userOf(reader)).toMatchObject({ id: second, email: null });

  const elsewhere = product.browser();
  expect((await open(elsewhere, token)).status).toBe(204);
  await changeAddress(elsewhere, `moved-${sharedAddress}`);
  expect(await idBy(`moved-${sharedAddress}`)).toBe(second);
  expect((await open(product.browser(), token)).status).toBe(401);
});

it('stores neither the first account nor its owner in the history of the other account', async () => {
  const { first, second, reclaimToken } = await loseAndRegisterAgain(sharedAddress);
  await notMe(reclaimToken);
  expect(store.historyOf(`user-${second}`).at(-1)).toMatchObject({
    type: 'EmailChanged',
    data: { email: null },
    meta: { actor: { kind: 'system', id: 'reclaim' } },
  });
  expect(product.kept(second)).not.toContain(first);
});

it('does not send a second link when the owner uses the link in the mail again', async () => {
  const { reclaimToken } = await loseAndRegisterAgain(sharedAddress);
  await notMe(reclaimToken);
  await notMe(reclaimToken);
  expect(mailsAboutOther()).toHaveLength(1);
});

it('does not send a link when no other account had the address', async () => {
  const thief = await product.signedIn(sharedAddress);
  await changeAddress(thief, `thief-of-${sharedAddress}`);
  expect((await notMe(linkTo(sharedAddress))).status).toBe(204);
  expect(mailsAboutOther()).toEqual([]);
});

it('gives the address back even if the mail about the other account cannot be sent', async () => {
  const { first, reclaimToken } = await loseAndRegisterAgain(sharedAddress);
  mailer.fails = 'no-connection';
  expect((await notMe(reclaimToken)).status).toBe(204);
  mailer.fails = null;
  expect(await idBy(sharedAddress)).toBe(first);
});

it('moves Premium together with the address', async () => {
  const { first, second, reclaimToken } = await loseAndRegisterAgain(GOLD);
  const plan = async (id: string) => (await product.app.get(PlanOf).entitlementsOf(id)).plan;
  expect([await plan(first), await plan(second)]).toEqual(['free', 'premium']);
  await notMe(reclaimToken);
  expect([await plan(first), await plan(second)]).toEqual(['premium', 'free']);
});

it('does not open the account with an older link or another token, or after its owner requested the deletion', async () => {
  const { second, reclaimToken } = await loseAndRegisterAgain(sharedAddress);
  await notMe(reclaimToken);
  const token = tokenIn(mailsAboutOther()[0]);
  const statusOf = async (used: unknown) =>
    (await product.browser().send('POST', openOtherAccount.path, { json: { token: used } })).status;
  expect([await statusOf(reclaimToken), await statusOf('x'.repeat(43)), await statusOf(7)]).toEqual([
    401, 401, 401,
  ]);
  expect(await statusOf(token)).toBe(204);
  product.clock.advance(7 * DAY_MS);
  expect(await statusOf(token)).toBe(401);
  await product.reset();
  expect(await statusOf(token)).toBe(204);
  const at = product.clock.now().toISOString();
  const meta = { actor: { kind: 'user', id: second }, correlationId: 's', causationId: 's' } as const;
  const data = { userId: second, requestedAt: at };
  const erasureRequested = {
    id: randomUUID(),
    type: 'ErasureRequested',
    data,
    meta: { ...meta, at, schema: 1, chain: '' },
  };
  await store.append(`${ERASURE_CATEGORY}-${second}`, [erasureRequested], { expected: 'noStream' });
  expect(await statusOf(token)).toBe(401);
});
