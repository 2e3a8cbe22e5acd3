import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { PROFILE_TEXT, updateUser } from '@posthorn/contracts/identity/profile.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { KnownUsers } from '../../ports/known-users.ts';
import { GOLD } from '../../testing/billing-double.ts';
import { bootIdentity, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let product: BootedIdentity;

beforeAll(async () => {
  product = await bootIdentity();
});
beforeEach(() => product.reset());
afterAll(() => product.close());

const patch = (browser: TestBrowser, userId: string, json: object) =>
  browser.send('PATCH', pathOf(updateUser, { userId }), { json });

it('reports to other modules which users exist', async () => {
  const { id } = await userOf(await product.signedIn('there@example.com'));
  const known = product.app.get(KnownUsers);
  expect([await known.has(id), await known.has('system')]).toEqual([true, false]);
});
it('changes the names of a user', async () => {
  const ana = await product.signedIn('called@example.com');
  const { id } = await userOf(ana);
  const json = { firstName: ' Ana ', lastName: 'Lim', email: 'CALLED@example.com' };
  expect(await patch(ana, id, json)).toMatchObject({
    status: 200,
    body: { firstName: 'Ana', lastName: 'Lim' },
  });
  await patch(ana, id, json);
  expect(product.typesOf(id)).toEqual(['UserRegistered', 'UserRenamed']);
});
it.each([
  [{ firstName: ' ', lastName: 'Lim' }, 'firstName', PROFILE_TEXT.firstNameRequired],
  [{ firstName: 'Ana' }, 'lastName', PROFILE_TEXT.lastNameRequired],
  [{ firstName: null, lastName: 'Lim' }, 'firstName', PROFILE_TEXT.firstNameRequired],
  [{ firstName: '😀'.repeat(51), lastName: 'Lim' }, 'firstName', PROFILE_TEXT.nameMax],
  [{ firstName: '\u200b\u200d', lastName: 'Lim' }, 'firstName', PROFILE_TEXT.firstNameRequired],
  [{ firstName: 'Ana', lastName: '\u2060' }, 'lastName', PROFILE_TEXT.lastNameRequired],
  [{ firstName: 'Ana\r\nBcc: eve', lastName: 'Lim' }, 'firstName', PROFILE_TEXT.nameOneLine],
  [{ firstName: 'Ana', lastName: '\u001b[2J' }, 'lastName', PROFILE_TEXT.nameOneLine],
  [{ firstName: 'Ana', lastName: 'Lim\0' }, 'lastName', PROFILE_TEXT.nameOneLine],
  [{ email: 'ana@' }, 'email', PROFILE_TEXT.emailNotValid],
  [{ email: '\ud83d@example.com' }, 'email', PROFILE_TEXT.emailNotValid],
  [{ handle: 'ab' }, 'handle', PROFILE_TEXT.handleMin],
  [{ handle: 'a'.repeat(31) }, 'handle', PROFILE_TEXT.handleMax],
  [{ handle: 'ana-lim' }, 'handle', PROFILE_TEXT.handlePattern],
  [{ handle: null }, 'handle', PROFILE_TEXT.handleMin],
  [{ personalityProfile: 'too short' }, 'personalityProfile', PROFILE_TEXT.personalityMin],
  [{ personalityProfile: 'x'.repeat(201) }, 'personalityProfile', PROFILE_TEXT.personalityMax],
])('refuses %j', async (json, field, message) => {
  const ana = await product.signedIn('fields@example.com');
  const { id } = await userOf(ana);
  expect(await patch(ana, id, json)).toMatchObject({
    status: 400,
    body: { message, code: 'request.not-valid', fields: { [field]: message } },
  });
  expect(product.typesOf(id)).toEqual(['UserRegistered']);
});
it("changes only the user's own editable fields", async () => {
  const [ana, eve] = [await product.signedIn('mine@example.com'), await product.signedIn('eve@example.com')];
  const { id } = await userOf(ana);
  const hostile = { firstName: 'Eve', lastName: 'Eve', isPremium: true, userId: id, username: 'root' };
  expect(await patch(eve, id, hostile)).toMatchObject({
    status: 404,
    body: { code: 'identity.user-not-found' },
  });
  const before = await userOf(ana);
  const { body } = await patch(ana, id, { isPremium: true, username: 'root', id: 'x', createdAt: 'x' });
  expect(body).toEqual(before);
  expect(product.typesOf(id)).toEqual(['UserRegistered']);
});
it('gives a handle to only one of many users who claim it concurrently', async () => {
  const browsers = await Promise.all(
    [1, 2, 3, 4].map((n) => product.signedIn(`claim${String(n)}@example.com`)),
  );
  const replies = await Promise.all(
    browsers.map(async (one) => patch(one, (await userOf(one)).id, { handle: 'Gold_Rush' })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(replies.find(({ status }) => status === 200)?.body).toMatchObject({ handle: 'gold_rush' });
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'identity.handle-taken',
    message: PROFILE_TEXT.handleTaken,
  });
});
it('blocks a handle for ninety days after its owner gave it up', async () => {
  const [ana, bob] = [
    await product.signedIn('rest1@example.com'),
    await product.signedIn('rest2@example.com'),
  ];
  const [{ id: anaId }, { id: bobId }] = [await userOf(ana), await userOf(bob)];
  await patch(ana, anaId, { handle: 'resting' });
  await patch(ana, anaId, { handle: 'moved_on' });
  expect((await patch(bob, bobId, { handle: 'resting' })).status).toBe(409);
  expect((await patch(ana, anaId, { handle: 'resting' })).status).toBe(200);
  await patch(ana, anaId, { handle: 'moved_on' });
  product.clock.advance(91 * DAY_MS);
  const later = await product.signedIn('rest2@example.com');
  expect((await patch(later, bobId, { handle: 'resting' })).status).toBe(200);
});
it.each(['admin', 'Settings', 'posthorn', 'a_p_i', 'wpad', 'mta_sts', 'ns1'])(
  'reserves %p for the product',
  async (handle) => {
    const ana = await product.signedIn('reserved@example.com');
    expect(await patch(ana, (await userOf(ana)).id, { handle })).toMatchObject({
      status: 409,
      body: {
        code: 'identity.handle-reserved',
        message: PROFILE_TEXT.handleReserved,
        fields: { handle: PROFILE_TEXT.handleReserved },
      },
    });
  },
);
it('leaves a handle to its owner when a later version of the product reserves the handle', async () => {
  const [ana, eve] = [
    await product.signedIn('earlier@example.com'),
    await product.signedIn('later@example.com'),
  ];
  const { id } = await userOf(ana);
  await product.pool.query(`insert into identity.handle (handle, user_id) values ('ns1', $1)`, [id]);
  expect((await patch(ana, id, { handle: 'ns1' })).status).toBe(200);
  expect((await patch(eve, (await userOf(eve)).id, { handle: 'ns1' })).body).toMatchObject({
    code: 'identity.handle-reserved',
  });
});
it('requires Premium to change the personality profile', async () => {
  const [free, gold] = [await product.signedIn('free@example.com'), await product.signedIn(GOLD)];
  const json = { personalityProfile: 'Warm, short and never salesy' };
  expect(await patch(free, (await userOf(free)).id, json)).toMatchObject({
    status: 403,
    body: { code: 'identity.personality-needs-premium', message: PROFILE_TEXT.personalityPremium },
  });
  expect(await patch(gold, (await userOf(gold)).id, json)).toMatchObject({ status: 200, body: json });
});
