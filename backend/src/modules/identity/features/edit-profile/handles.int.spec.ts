import { DAY_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { PROFILE, PROFILE_TEXT, updateUser } from '@posthorn/contracts/identity/profile.http';
import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { Handles } from '../../stores/handles/handles.ts';
import { bootIdentity, userOf, type BootedIdentity } from '../../testing/boot-identity.ts';
import { SealableStore } from '../../testing/sealable-store.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/** An event log that can delay or refuse an append. */
class HoldableStore extends SealableStore {
  #hold: Readonly<{ stored: () => void; mayContinue: Promise<void> }> | null = null;

  override async append(...args: Parameters<SealableStore['append']>) {
    const hold = this.#hold;
    this.#hold = null;
    const appended = await super.append(...args);
    hold?.stored();
    await hold?.mayContinue;
    return appended;
  }

  /** Stores the events of the next append, and delays its result until `release`. */
  holdNext(): Readonly<{ stored: Promise<void>; release: () => void }> {
    let release = () => {};
    const mayContinue = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stored = new Promise<void>((resolve) => {
      this.#hold = { stored: resolve, mayContinue };
    });
    return {
      stored,
      release: () => {
        release();
      },
    };
  }
}
const store = new HoldableStore();
let product: BootedIdentity;

beforeAll(async () => {
  product = await bootIdentity({ store });
});
beforeEach(() => product.reset());
afterAll(() => product.close());

let count = 0;
async function newUser() {
  count += 1;
  const browser = await product.signedIn(`handles${String(count)}@example.com`);
  const { id } = await userOf(browser);
  const name = (word: string) => `u${String(count)}_${word}`;
  return { browser, id, name };
}
const changeHandle = (browser: TestBrowser, userId: string, handle: string) =>
  browser.send('PATCH', pathOf(updateUser, { userId }), { json: { handle } });
const rowsOf = async (userId: string) => {
  const sql =
    'select handle, released_at is null as held from identity.handle where user_id = $1 order by handle';
  return (await product.pool.query<{ handle: string; held: boolean }>(sql, [userId])).rows;
};
/** Restores the table to the time when the user had only this handle. */
const restoreTableTo = async (userId: string, handle: string) => {
  await product.pool.query('delete from identity.handle where user_id = $1 and handle <> $2', [
    userId,
    handle,
  ]);
  await product.pool.query(
    'update identity.handle set released_at = null, revision = -1 where user_id = $1',
    [userId],
  );
};
const heldBy = async (userId: string) =>
  (await rowsOf(userId)).filter(({ held }) => held).map(({ handle }) => handle);

it('reserves the handle that was recorded last when two concurrent changes finish in another order', async () => {
  const { browser, id, name } = await newUser();
  const { stored, release } = store.holdNext();
  const earlier = changeHandle(browser, id, name('earlier'));
  await stored;
  expect((await changeHandle(browser, id, name('later'))).status).toBe(200);
  release();
  expect((await earlier).status).toBe(200);
  expect(await userOf(browser)).toMatchObject({ handle: name('later') });
  expect(await heldBy(id)).toEqual([name('later')]);
});
it('reserves only the old handle after a change that was not recorded', async () => {
  const { browser, id, name } = await newUser();
  await changeHandle(browser, id, name('before'));
  store.isSealed = true;
  const refused = await changeHandle(browser, id, name('never'));
  store.isSealed = false;
  expect(refused.status).toBe(503);
  expect(await heldBy(id)).toEqual([name('before')]);
  expect((await changeHandle(browser, id, name('never'))).status).toBe(200);
  expect(await heldBy(id)).toEqual([name('never')]);
});
it('reserves no handle if the same request is refused because of its e-mail address', async () => {
  const { browser, id, name } = await newUser();
  const wanted = name('wanted');
  await changeHandle(browser, id, name('before'));
  product.clock.advance(SIGN_IN.freshMinutes * MINUTE_MS);
  const refused = await browser.send('PATCH', pathOf(updateUser, { userId: id }), {
    json: { handle: wanted, email: 'elsewhere@example.com' },
  });
  expect(refused).toMatchObject({ status: 403, body: { code: 'identity.not-fresh' } });
  expect(await rowsOf(id)).toEqual([{ handle: name('before'), held: true }]);
  const other = await newUser();
  expect((await changeHandle(other.browser, other.id, wanted)).status).toBe(200);
});
it('sends no mail to a new e-mail address if the same request is refused because of its handle', async () => {
  const owner = await newUser();
  const { browser, id, name } = await newUser();
  const taken = owner.name('taken');
  await changeHandle(owner.browser, owner.id, taken);
  const request = (handle: string) =>
    browser.send('PATCH', pathOf(updateUser, { userId: id }), {
      json: { handle, email: `${name('next')}@example.com` },
    });
  expect((await request(taken)).status).toBe(409);
  expect((await request('admin')).status).toBe(409);
  expect(product.typesOf(id)).toEqual(['UserRegistered']);
  expect((await request(name('free'))).status).toBe(200);
  expect(product.typesOf(id)).toEqual(['UserRegistered', 'EmailChangeRequested', 'HandleChanged']);
});
it('reserves the handle in the log when the request that changed it never finished', async () => {
  const { browser, id, name } = await newUser();
  await changeHandle(browser, id, name('before'));
  const { stored, release } = store.holdNext();
  const interrupted = changeHandle(browser, id, name('after'));
  await stored;
  await product.catchUp();
  expect(await heldBy(id)).toEqual([name('after')]);
  release();
  await interrupted;
  expect(await heldBy(id)).toEqual([name('after')]);
});
it('returns a handle to its owner when a restored database has lost it', async () => {
  const { browser, id, name } = await newUser();
  const [before, current] = [name('before'), name('since')];
  for (const handle of [before, current]) expect((await changeHandle(browser, id, handle)).status).toBe(200);
  await restoreTableTo(id, before);
  await product.app.get(Handles).settle(id);
  expect(await rowsOf(id)).toEqual([
    { handle: before, held: false },
    { handle: current, held: true },
  ]);
  const other = await newUser();
  expect((await changeHandle(other.browser, other.id, current)).status).toBe(409);
});
it('leaves a handle to the user who took it after a restore of the database', async () => {
  const { browser, id, name } = await newUser();
  const wanted = name('wanted');
  expect((await changeHandle(browser, id, wanted)).status).toBe(200);
  await product.pool.query('delete from identity.handle where user_id = $1', [id]);
  const { browser: other, id: otherId } = await newUser();
  expect((await changeHandle(other, otherId, wanted)).status).toBe(200);
  await product.app.get(Handles).settle(id);
  expect(await heldBy(otherId)).toEqual([wanted]);
  expect(await rowsOf(id)).toEqual([]);
});
it('does not reserve a handle for an erased user', async () => {
  const { browser, id, name } = await newUser();
  expect((await changeHandle(browser, id, name('gone'))).status).toBe(200);
  await product.app.get(PersonalKeys).destroy(id);
  await product.app.get(Handles).settle(id);
  expect(await heldBy(id)).toEqual([]);
});
it('limits how many former handles one user blocks for others', async () => {
  const { browser, id, name } = await newUser();
  for (const word of ['one', 'two', 'three', 'four']) {
    expect((await changeHandle(browser, id, name(word))).status).toBe(200);
  }
  const fifth = await changeHandle(browser, id, name('five'));
  expect(fifth).toMatchObject({
    status: 422,
    body: { code: 'identity.handles-resting', message: PROFILE_TEXT.handlesInQuarantine },
  });
  expect(await rowsOf(id)).toHaveLength(PROFILE.handlesInQuarantineMax + 1);
  expect(await userOf(browser)).toMatchObject({ handle: name('four') });
  // The user may return to a former handle, or send the current one again.
  expect((await changeHandle(browser, id, name('one'))).status).toBe(200);
  expect((await changeHandle(browser, id, name('one'))).status).toBe(200);
  expect((await changeHandle(browser, id, name('five'))).status).toBe(422);
  product.clock.advance((PROFILE.handleQuarantineDays + 1) * DAY_MS);
  const later = await product.signedIn(`handles${String(count)}@example.com`);
  expect((await changeHandle(later, id, name('five'))).status).toBe(200);
});
it('applies the limit of former handles to concurrent requests', async () => {
  const { browser, id, name } = await newUser();
  const words = Array.from({ length: 10 }, (_, index) => name(`many${String(index)}`));
  const replies = await Promise.all(words.map((handle) => changeHandle(browser, id, handle)));
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect((await rowsOf(id)).length).toBeLessThanOrEqual(PROFILE.handlesInQuarantineMax + 1);
  expect(await heldBy(id)).toEqual([(await userOf(browser)).handle]);
});
