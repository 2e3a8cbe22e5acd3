import { HOUR_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import type { Database } from '../database/database.ts';
import { openTestDatabase } from '../testing/database.ts';
import { FixedClock } from '../testing/fixed-clock.ts';
import { KeyRing } from '../vault/key-ring.ts';
import { OAuthAnswers } from './oauth-answers.ts';
import { OAuthFlows, type RedeemedFlow } from './oauth-flows.ts';

const NOON = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(NOON);
let database: Database;
let flows: OAuthFlows;
beforeAll(async () => {
  database = await openTestDatabase();
  flows = newProcess();
});
/** Another process of the product shares only the database and the keys. */
function newProcess(): OAuthFlows {
  const { em } = database.orm;
  const ring = new KeyRing([{ id: 'test', key: Buffer.alloc(32, 7) }]);
  return new OAuthFlows(em, clock, ring, new OAuthAnswers(em, clock));
}
beforeEach(() => {
  clock.set(NOON);
});
afterAll(() => database.close());

/** Keeps the one cookie that a flow sets. */
class Browser {
  cookie = '';
  flags: unknown = null;
  get request(): Request {
    return { headers: { cookie: this.cookie } } as Request;
  }
  readonly response = {
    cookie: (name: string, value: string, flags: unknown) => {
      this.cookie = `${name}=${value}`;
      this.flags = flags;
    },
  } as unknown as Response;
  begin(provider = 'google', sessionId: string | null = null, returnTo?: string) {
    return flows.begin(this.request, this.response, { provider, sessionId, ...(returnTo && { returnTo }) });
  }
  /** The data of the flow that the callback redeems. Null when it gets no flow, or the stored response to the first callback. */
  async take(
    state: string,
    provider = 'google',
    sessionId: string | null = null,
  ): Promise<RedeemedFlow | null> {
    let taken: RedeemedFlow | null = null;
    await flows.answerOnce(this.request, { provider, state, sessionId }, (flow) => {
      taken = flow;
      return Promise.resolve({});
    });
    return taken;
  }
}

it('returns the data of a flow once', async () => {
  const browser = new Browser();
  const secrets = await browser.begin('google', 's1', '/settings');
  expect(await browser.take(secrets.state, 'google', 's1')).toEqual({
    ...secrets,
    returnTo: '/settings',
    about: null,
  });
  expect(await browser.take(secrets.state, 'google', 's1')).toBeNull();
});
it('returns the subject of the flow, and stores it so that no database dump reveals it', async () => {
  const browser = new Browser();
  const flow = { provider: 'connect-mastodon', sessionId: null, about: 'https://canary.example' };
  const { state } = await flows.begin(browser.request, browser.response, flow);
  const { rows } = await database.pool.query<{ row: string }>('select t::text as row from edge.oauth_flow t');
  expect(rows.map(({ row }) => row).join('\n')).not.toContain('canary');
  expect(await browser.take(state, 'connect-mastodon')).toMatchObject({ about: 'https://canary.example' });
});
it('generates secrets of 32 bytes, each different', async () => {
  const { state, nonce, verifier } = await new Browser().begin();
  for (const secret of [state, nonce, verifier]) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(new Set([state, nonce, verifier]).size).toBe(3);
});
it('sets a cookie that no script and no other site can use', async () => {
  const browser = new Browser();
  await browser.begin();
  expect(browser.cookie).toMatch(/^__Host-flow=[\w-]{43}$/);
  expect(browser.flags).toMatchObject({ httpOnly: true, secure: true, sameSite: 'lax', path: '/' });
});
it('returns the data of a flow to only one of many simultaneous calls', async () => {
  const browser = new Browser();
  const { state } = await browser.begin();
  const taken = await Promise.all(Array.from({ length: 10 }, () => browser.take(state)));
  expect(taken.filter(Boolean)).toHaveLength(1);
});
it('keeps several flows of one browser separate', async () => {
  const browser = new Browser();
  const first = await browser.begin();
  const { cookie } = browser;
  const second = await browser.begin('linkedin');
  expect(browser.cookie).toBe(cookie);
  expect(await browser.take(second.state, 'linkedin')).toMatchObject({ nonce: second.nonce });
  expect(await browser.take(first.state)).toMatchObject({ nonce: first.nonce });
});

it('does not accept a flow in another browser, and keeps it valid in its own', async () => {
  const [own, withFlow, fresh] = [new Browser(), new Browser(), new Browser()];
  const { state } = await own.begin();
  await withFlow.begin();
  expect(await withFlow.take(state)).toBeNull();
  expect(await fresh.take(state)).toBeNull();
  expect(await own.take(state)).not.toBeNull();
});
it('ends a flow after ten minutes', async () => {
  const browser = new Browser();
  const [early, late] = [await browser.begin(), await browser.begin()];
  clock.set(new Date(NOON.getTime() + 10 * MINUTE_MS - 1));
  expect(await browser.take(early.state)).not.toBeNull();
  clock.set(new Date(NOON.getTime() + 10 * MINUTE_MS));
  expect(await browser.take(late.state)).toBeNull();
});
it('accepts a flow only from its provider', async () => {
  const browser = new Browser();
  const { state } = await browser.begin('google');
  expect(await browser.take(state, 'linkedin')).toBeNull();
});
it('accepts a flow only in the session that began it', async () => {
  const browser = new Browser();
  const [owned, free] = [await browser.begin('google', 's1'), await browser.begin('google', null)];
  expect(await browser.take(owned.state, 'google', 's2')).toBeNull();
  expect(await browser.take(owned.state, 'google', null)).toBeNull();
  expect(await browser.take(free.state, 'google', 's1')).toBeNull();
});
it('accepts only the state of the flow', async () => {
  const browser = new Browser();
  const { state } = await browser.begin();
  expect(await browser.take(`${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`)).toBeNull();
  expect(await browser.take('')).toBeNull();
});

it.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
  'does not keep %s as the return path',
  async (elsewhere) => {
    const browser = new Browser();
    const { state } = await browser.begin('google', null, elsewhere);
    expect(await browser.take(state)).toMatchObject({ returnTo: null });
  },
);
it('stores nothing that would let a reader of the database use the flow', async () => {
  const browser = new Browser();
  const secrets = await browser.begin();
  const { rows } = await database.pool.query<{ row: string }>('select t::text as row from edge.oauth_flow t');
  const stored = rows.map(({ row }) => row).join('\n');
  const hidden = [...Object.values(secrets), browser.cookie.split('=')[1] ?? ''];
  for (const secret of hidden) {
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
  }
});
describe('the stored response to a callback', () => {
  const PAGE = { page: '/settings?canary=1' };
  const never = () => Promise.reject(new Error('worked twice'));
  type Callback = Readonly<{ browser: Browser; state: string; provider?: string; sessionId?: string | null }>;
  const first = (
    { browser, state, provider = 'google', sessionId = null }: Callback,
    work = () => Promise.resolve(PAGE),
  ) => flows.answerOnce(browser.request, { provider, state, sessionId }, work);
  const again = (callback: Callback) => first(callback, never);
  const firstCallback = async () => {
    const browser = new Browser();
    const { state } = await browser.begin();
    await first({ browser, state });
    return { browser, state };
  };

  it('is returned to the same callback for 60 seconds', async () => {
    const callback = await firstCallback();
    clock.set(new Date(NOON.getTime() + MINUTE_MS - 1));
    expect(await again(callback)).toEqual(PAGE);
    clock.set(new Date(NOON.getTime() + MINUTE_MS));
    expect(await again(callback)).toBeNull();
  });
  it('is returned in another process too', async () => {
    const { browser, state } = await firstCallback();
    const callback = { provider: 'google', state, sessionId: null };
    expect(await newProcess().answerOnce(browser.request, callback, never)).toEqual(PAGE);
  });
  it.each<[string, (own: Callback) => Promise<Callback>]>([
    [
      'another browser',
      async ({ state }) => {
        const browser = new Browser();
        await browser.begin();
        return { browser, state };
      },
    ],
    ['a browser without a cookie', ({ state }) => Promise.resolve({ browser: new Browser(), state })],
    ['another state', ({ browser }) => Promise.resolve({ browser, state: 'x'.repeat(43) })],
    ['another provider', (own) => Promise.resolve({ ...own, provider: 'linkedin' })],
    ['another session', (own) => Promise.resolve({ ...own, sessionId: 's1' })],
  ])('is not returned to %s, and stays available to its own browser', async (_who, callbackFrom) => {
    const own = await firstCallback();
    expect(await again(await callbackFrom(own))).toBeNull();
    expect(await again(own)).toEqual(PAGE);
  });
  it('is computed once, and callbacks that arrive in the meantime wait for it', async () => {
    const browser = new Browser();
    const { state } = await browser.begin();
    const callback = { provider: 'google', state, sessionId: null };
    const others: Promise<unknown>[] = [];
    const one = await first({ browser, state }, async () => {
      others.push(again({ browser, state }), newProcess().answerOnce(browser.request, callback, never));
      // Time enough for both to read the row: either way they must get the response.
      for (let queries = 0; queries < 50; queries++) await database.pool.query('select 1');
      return PAGE;
    });
    expect([one, ...(await Promise.all(others))]).toEqual([PAGE, PAGE, PAGE]);
  });
  it('is not stored when the work failed', async () => {
    const browser = new Browser();
    const { state } = await browser.begin();
    await expect(first({ browser, state }, () => Promise.reject(new Error('a bug')))).rejects.toThrow(
      'a bug',
    );
    expect(await again({ browser, state })).toBeNull();
  });
  it('is stored so that a reader of the database cannot read or use it', async () => {
    const { browser, state } = await firstCallback();
    const { rows } = await database.pool.query<{ row: string }>(
      'select t::text as row from edge.oauth_answer t',
    );
    const stored = rows.map(({ row }) => row).join('\n');
    for (const secret of ['canary', state, browser.cookie.split('=')[1] ?? '']) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
  it('is deleted when it has expired', async () => {
    await firstCallback();
    // Later than the rows of all other specs.
    clock.set(new Date(NOON.getTime() + HOUR_MS));
    await firstCallback();
    const { rowCount } = await database.pool.query('select from edge.oauth_answer');
    expect(rowCount).toBe(1);
  });
});

it('deletes expired flows', async () => {
  await new Browser().begin();
  clock.set(new Date(NOON.getTime() + 10 * MINUTE_MS));
  await new Browser().begin();
  const { rowCount } = await database.pool.query('select from edge.oauth_flow');
  expect(rowCount).toBe(1);
});
