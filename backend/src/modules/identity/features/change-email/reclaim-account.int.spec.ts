import { randomUUID } from 'node:crypto';
import {
  createApiToken,
  listApiTokens,
  type CreatedApiTokenView,
} from '@posthorn/contracts/identity/api-tokens.http';
import { emailNotMe, verifyEmail } from '@posthorn/contracts/identity/email-change.http';
import { updateUser } from '@posthorn/contracts/identity/profile.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { ERASURE_CATEGORY } from '@posthorn/event-sourcing/subject-erased';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Mailer, type Mail } from '#infrastructure/mail/mailer.ts';
import { ApiTokens } from '../../read-models/api-tokens/api-tokens.ts';
import { PlanOf } from '../../ports/plan-of.ts';
import { ComplimentaryDouble, GOLD } from '../../testing/billing-double.ts';
import { bootIdentity, isSignedIn, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';
import { failAfter } from '../../testing/fail-after.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { TestMailer } from '../../testing/test-mailer.ts';

// "It was not me": the owner of the former address takes the account back and locks the thief out.

const store = new InMemoryEventStore();
const mailer = new TestMailer();
let product: BootedIdentity;
let ownersAddress: string;
let people = 0;
beforeAll(async () => {
  product = await bootIdentity({ store, bindings: [{ provide: Mailer, useValue: mailer }] });
});
beforeEach(async () => {
  mailer.sent.length = 0;
  ownersAddress = `owner${String(++people)}@example.com`;
  await product.reset();
});
afterAll(() => product.close());

const tokenIn = (mail: Mail | undefined): string => /token=([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? '';
const linkTo = (address: string) => tokenIn(mailer.to(address).at(-1));
async function requestAddressChange(thief: TestBrowser, email: string): Promise<void> {
  const path = pathOf(updateUser, { userId: (await userOf(thief)).id });
  await thief.send('PATCH', path, { json: { firstName: 'E', lastName: 'V', email } });
}
async function changeAddressTo(thief: TestBrowser, email: string): Promise<void> {
  await requestAddressChange(thief, email);
  const verified = await thief.send('POST', verifyEmail.path, { json: { token: linkTo(email) } });
  expect(verified.status).toBe(204);
}
const notMe = (token: string) => product.browser().send('POST', emailNotMe.path, { json: { token } });
const isValid = async (token: string) => (await product.app.get(ApiTokens).find(token)) !== null;
const makeToken = async (by: TestBrowser) =>
  (await by.send('POST', createApiToken.path, { json: { name: 'Mine' } })).body as CreatedApiTokenView;
/** Runs `happen` once, immediately before the log stores the next event of this type. */
function before(type: string, happen: () => Promise<unknown>): void {
  const append = store.append.bind(store);
  store.append = async (...asked) => {
    if (asked[1].some((event) => event.type === type)) {
      store.append = append;
      await happen();
    }
    return append(...asked);
  };
}
const idBy = async (email: string) => (await userOf(await product.signedIn(email))).id;

it('signs everyone out, ends API tokens, and restores the address', async () => {
  const [ana, thief] = [await product.signedIn(ownersAddress), await product.signedIn(ownersAddress)];
  const { id } = await userOf(ana);
  const { token: stolen, id: tokenId } = await makeToken(thief);
  await changeAddressTo(thief, 'thief1@example.com');
  const waiting = product.browser();
  const olderLink = await waiting.askFor('thief1@example.com');
  const token = linkTo(ownersAddress);

  const asked = await product.browser().get(`${emailNotMe.path}?token=${token}`);
  expect(asked.text).toContain('Take my account back');
  expect([await isSignedIn(thief), await isValid(stolen)]).toEqual([true, true]);
  const confirmed = await product.browser().send('POST', emailNotMe.path, { form: { token } });
  expect(confirmed.text).toContain('Your account is yours again');

  expect([await isSignedIn(ana), await isSignedIn(thief), await isValid(stolen)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(store.historyOf(`apiToken-${tokenId}`).at(-1)).toMatchObject({
    type: 'ApiTokenRevoked',
    data: { reason: 'not-me' },
  });
  expect(product.typesOf(id).slice(-2)).toEqual(['EmailChanged', 'AccountReclaimed']);
  expect((await waiting.redeem(olderLink)).status).toBe(401);
  expect(await idBy(ownersAddress)).toBe(id);
  expect(await idBy('thief1@example.com')).not.toBe(id);
  expect((await userOf(await product.signedIn(ownersAddress))).email).toBe(ownersAddress);
});

it('ends an API token that a thief creates while the owner takes the account back', async () => {
  const thief = await product.signedIn(ownersAddress);
  await changeAddressTo(thief, 'thief9@example.com');
  let token = '';
  product.app.get(ComplimentaryDouble).duringCall = async () => {
    const again = await product.signedIn(ownersAddress);
    const made = await again.send('POST', createApiToken.path, { json: { name: 'Mine' } });
    ({ token } = made.body as CreatedApiTokenView);
    expect(await isValid(token)).toBe(true);
  };
  expect((await notMe(linkTo(ownersAddress))).status).toBe(204);
  expect(await isValid(token)).toBe(false);
});

it('restores the address even if its owner has signed in since then and got an empty account', async () => {
  const thief = await product.signedIn(ownersAddress);
  const { id } = await userOf(thief);
  await changeAddressTo(thief, 'thief2@example.com');
  const token = linkTo(ownersAddress);
  const empty = await product.signedIn(ownersAddress);
  expect((await userOf(empty)).id).not.toBe(id);
  expect((await notMe(token)).status).toBe(204);
  expect(await isSignedIn(empty)).toBe(false);
  expect(await idBy(ownersAddress)).toBe(id);
});

it('does not let a thief who changed the address twice undo the reclaim', async () => {
  const thief = await product.signedIn(ownersAddress);
  const { id } = await userOf(thief);
  await changeAddressTo(thief, 'thief3@example.com');
  const ownersToken = linkTo(ownersAddress);
  product.clock.advance(1);
  await changeAddressTo(thief, 'thief4@example.com');
  const thiefsToken = linkTo('thief3@example.com');
  expect((await notMe(thiefsToken)).status).toBe(204);
  expect((await notMe(ownersToken)).status).toBe(204);
  expect((await notMe(thiefsToken)).status).toBe(401);
  // A repetition changes nothing.
  expect((await notMe(ownersToken)).status).toBe(204);
  expect(await idBy(ownersAddress)).toBe(id);
  for (const email of ['thief3@example.com', 'thief4@example.com']) expect(await idBy(email)).not.toBe(id);
});

it('rejects the token of any other mail', async () => {
  const thief = await product.signedIn(ownersAddress);
  await changeAddressTo(thief, 'thief5@example.com');
  const late = await product.signedIn('thief5@example.com');
  const verified = await late.send('POST', verifyEmail.path, { json: { token: linkTo(ownersAddress) } });
  expect(verified.status).toBe(401);
  expect((await notMe('x'.repeat(43))).status).toBe(401);
});

it('locks the thief out before the other steps, and completes failed steps with the same link', async () => {
  const thief = await product.signedIn(ownersAddress);
  const { id } = await userOf(thief);
  const { token: stolen } = await makeToken(thief);
  await changeAddressTo(thief, 'thief6@example.com');
  const token = linkTo(ownersAddress);
  before('ApiTokenRevoked', () => Promise.reject(new Error('The log is not available.')));
  expect((await notMe(token)).status).toBe(500);
  expect([await isSignedIn(thief), await isValid(stolen)]).toEqual([false, false]);
  expect((await notMe(token)).status).toBe(204);
  expect(product.typesOf(id).at(-1)).toBe('AccountReclaimed');
  expect(await idBy(ownersAddress)).toBe(id);
});

it('locks out a thief who signs in at the same moment', async () => {
  const thief = await product.signedIn(ownersAddress);
  await makeToken(thief);
  await changeAddressTo(thief, 'thief7@example.com');
  const token = linkTo(ownersAddress);
  const other = product.browser();
  const link = await other.askFor('thief7@example.com');
  before('ApiTokenRevoked', async () => {
    await other.redeem(link);
    expect(await isSignedIn(other)).toBe(true);
  });
  expect((await notMe(token)).status).toBe(204);
  expect(await isSignedIn(other)).toBe(false);
});

it('refuses to give the account back after the owner has requested the deletion', async () => {
  const thief = await product.signedIn(ownersAddress);
  const { id } = await userOf(thief);
  await changeAddressTo(thief, 'thief8@example.com');
  const at = product.clock.now().toISOString();
  const actor = { kind: 'user', id } as const;
  const meta = { actor, correlationId: 's', causationId: 's', at, schema: 1, chain: '' };
  const event = { id: randomUUID(), type: 'ErasureRequested', data: { userId: id, requestedAt: at }, meta };
  await store.append(`${ERASURE_CATEGORY}-${id}`, [event], { expected: 'noStream' });
  expect((await notMe(linkTo(ownersAddress))).status).toBe(401);
  expect(product.typesOf(id)).not.toContain('AccountReclaimed');
});

it("refuses the thief's address after a crash that followed the restored address", async () => {
  const thief = await product.signedIn(ownersAddress);
  const { id } = await userOf(thief);
  await changeAddressTo(thief, 'thief14@example.com');
  failAfter(store, 'EmailChanged');
  expect((await notMe(linkTo(ownersAddress))).status).toBe(500);
  const again = product.browser();
  expect((await again.redeem(await again.askFor('thief14@example.com'))).status).toBe(401);
  await product.catchUp();
  expect(await idBy('thief14@example.com')).not.toBe(id);
  expect(await idBy(ownersAddress)).toBe(id);
});

it('restores the Premium that belongs to the address', async () => {
  const thief = await product.signedIn(GOLD);
  const { id } = await userOf(thief);
  const isPremium = async () => (await product.app.get(PlanOf).entitlementsOf(id)).plan === 'premium';
  await changeAddressTo(thief, 'thief9@example.com');
  expect(await isPremium()).toBe(false);
  expect((await notMe(linkTo(GOLD))).status).toBe(204);
  expect(await isPremium()).toBe(true);
});

it('cancels a requested address change and an API token of the thief', async () => {
  const thief = await product.signedIn(ownersAddress);
  const { id } = await userOf(thief);
  await changeAddressTo(thief, 'thief10@example.com');
  const token = linkTo(ownersAddress);
  await requestAddressChange(thief, 'thief11@example.com');
  mailer.duringMail = { to: 'thief10@example.com', happens: () => notMe(token) };
  const link = linkTo('thief11@example.com');
  expect((await thief.send('POST', verifyEmail.path, { json: { token: link } })).status).toBe(401);
  expect(await idBy('thief11@example.com')).not.toBe(id);
  expect(await idBy(ownersAddress)).toBe(id);

  const other = await product.signedIn(ownersAddress);
  mailer.duringMail = { to: ownersAddress, happens: () => notMe(token) };
  expect((await other.send('POST', createApiToken.path, { json: { name: 'Late' } })).status).toBe(401);
  expect((await (await product.signedIn(ownersAddress)).get(listApiTokens.path)).body).toEqual([]);
});

it('refuses another address while the owner takes the account back', async () => {
  const thief = await product.signedIn(ownersAddress);
  const { id } = await userOf(thief);
  await changeAddressTo(thief, 'thief12@example.com');
  const token = linkTo(ownersAddress);
  await requestAddressChange(thief, 'thief13@example.com');
  const link = linkTo('thief13@example.com');
  const taking = Promise.withResolvers<undefined>();
  const verified = Promise.withResolvers<undefined>();
  product.app.get(ComplimentaryDouble).duringCall = async () => {
    taking.resolve(undefined);
    await verified.promise;
  };
  let reclaimed: ReturnType<typeof notMe> | undefined;
  const happens = async () => {
    reclaimed = notMe(token);
    await taking.promise;
  };
  mailer.duringMail = { to: 'thief12@example.com', happens };
  expect((await thief.send('POST', verifyEmail.path, { json: { token: link } })).status).toBe(401);
  verified.resolve(undefined);
  expect((await reclaimed)?.status).toBe(204);
  expect(await idBy(ownersAddress)).toBe(id);
});
