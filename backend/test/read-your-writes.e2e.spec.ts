import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AccountView, ConnectReply } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { STALE_HEADER } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { startProduct, type Product } from './product.ts';

const ANA = 'ana@reads.example';
const WRITES = 50;
const POSTS = 20;
/** Allowed stale responses: a machine that hangs for half a second can cause one. */
const MAX_STALE = 1;
const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe.each([
  ['one process', undefined],
  ['several processes', 'worker,projector'],
])('a change that was just written, on %s', (_, roles) => {
  let product: Product;
  let beside: Product | undefined;
  let ana: Creator;
  let accounts: readonly AccountView[];
  /** A separate connection for the second client. */
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  beforeAll(async () => {
    const env = { COMPLIMENTARY_PREMIUM: ANA, ...(roles !== undefined && { ROLES: 'web' }) };
    product = await startProduct({ env });
    if (roles !== undefined) beside = await startProduct({ beside: { product, roles } });
    ana = await Creator.signedIn(product, ANA);
    accounts = [await ana.connectBluesky(), await ana.connectMastodon()];
  });
  afterAll(async () => {
    agent.destroy();
    await beside?.close();
    await product.close();
  });

  /** Sends the read from a second client, as a script would: without a log position. */
  const readFromSecondClient = async <Body>(path: string): Promise<Body> => {
    const headers = { cookie: ana.client.cookieHeader };
    const reply = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      get(new URL(path, product.url), { agent, headers }, resolve).once('error', reject);
    });
    return JSON.parse(await text(reply)) as Body;
  };

  it('is visible to the next request on any connection, or the response to that request is marked as stale', async () => {
    const ids: number[] = [];
    const staleWrites: number[] = [];
    const unmarked: string[] = [];
    const durations: number[] = [];
    for (let index = 0; index < WRITES; index++) {
      const content = `Written as number ${String(index)}`;
      const id = ids[index % POSTS];
      const start = performance.now();
      const written = await ana.client.call<PostView>(
        id === undefined ? 'POST' : 'PUT',
        id === undefined ? '/api/posts' : `/api/posts/${String(id)}`,
        { content, scheduledFor: inOneHour(), selectedAccountIds: accounts.map((one) => one.id) },
      );
      durations.push(performance.now() - start);
      expect([200, 201]).toContain(written.status);
      if (id === undefined) ids.push(written.body.id);
      const posts = await readFromSecondClient<readonly PostView[]>('/api/posts');
      if (posts.some((post) => post.content === content)) continue;
      if (written.headers.get(STALE_HEADER) === 'stale') staleWrites.push(index);
      else unmarked.push(content);
    }
    durations.sort((one, other) => one - other);
    const percentile = (share: number) => `${(durations[Math.floor(share * WRITES)] ?? 0).toFixed(1)} ms`;
    console.log(
      `a change: p50 ${percentile(0.5)}, p95 ${percentile(0.95)}, p99 ${percentile(0.99)}; marked as stale: ${String(staleWrites.length)}`,
    );
    expect(unmarked).toEqual([]);
    expect(staleWrites.length).toBeLessThanOrEqual(MAX_STALE);
  });

  it('shows an account immediately after the user connects it, with a form or on a consent page', async () => {
    const missing: string[] = [];
    for (const number of ['1', '2', '3']) {
      const connected = await ana.client.post<ConnectReply>('/api/auth/mastodon/connect', {
        instance: 'https://mastodon.sandbox.test',
        accessToken: `read-${number}`,
      });
      const listed = await readFromSecondClient<readonly AccountView[]>('/api/connected-accounts');
      const isListed = listed.some(({ id }) => id === connected.body.account.id);
      // The product may return a stale response, but must mark it as stale.
      if (!isListed && connected.headers.get(STALE_HEADER) !== 'stale') missing.push(number);
    }
    // The response to the callback of a consent page is a redirect.
    const before = await readFromSecondClient<readonly AccountView[]>('/api/connected-accounts');
    await ana.consent('/api/auth/pinterest', { account: 'ana-pins' });
    const after = await readFromSecondClient<readonly AccountView[]>('/api/connected-accounts');
    expect(missing).toEqual([]);
    expect(after.length).toBe(before.length + 1);
  });
});
