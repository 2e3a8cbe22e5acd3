import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AccountView, ConnectReply } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { STALE_HEADER } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { startProduct, type Product } from './product.ts';

const ANA = 'ana@reads.example';
const WRITES = 100;
const POSTS = 20;
/** A machine that hangs for half a second can cause one stale reply; a second one would be a fault of the product. */
const HICCUPS = 1;
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
  }, 120_000);
  afterAll(async () => {
    agent.destroy();
    await beside?.close();
    await product.close();
  });

  /** Reads like a script or another browser, without a log position. */
  const readElsewhere = async <Body>(path: string): Promise<Body> => {
    const headers = { cookie: ana.client.cookieHeader };
    const reply = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      get(new URL(path, product.url), { agent, headers }, resolve).once('error', reject);
    });
    return JSON.parse(await text(reply)) as Body;
  };

  it('is visible to every next request, over any connection', async () => {
    const ids: number[] = [];
    const staleReplies: number[] = [];
    const unmarked: string[] = [];
    const took: number[] = [];
    for (let index = 0; index < WRITES; index++) {
      const content = `Written as number ${String(index)}`;
      const id = ids[index % POSTS];
      const start = performance.now();
      const written = await ana.client.call<PostView>(
        id === undefined ? 'POST' : 'PUT',
        id === undefined ? '/api/posts' : `/api/posts/${String(id)}`,
        { content, scheduledFor: inOneHour(), selectedAccountIds: accounts.map((one) => one.id) },
      );
      took.push(performance.now() - start);
      expect([200, 201]).toContain(written.status);
      if (id === undefined) ids.push(written.body.id);
      const posts = await readElsewhere<readonly PostView[]>('/api/posts');
      if (posts.some((post) => post.content === content)) continue;
      if (written.headers.get(STALE_HEADER) === 'stale') staleReplies.push(index);
      else unmarked.push(content);
    }
    took.sort((one, other) => one - other);
    const at = (share: number) => `${(took[Math.floor(share * WRITES)] ?? 0).toFixed(1)} ms`;
    console.log(
      `a change: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}; said to be stale: ${String(staleReplies.length)}`,
    );
    expect(unmarked).toEqual([]);
    expect(staleReplies.length).toBeLessThanOrEqual(HICCUPS);
  }, 300_000);

  it('is visible for connected accounts, by a form or at the platform', async () => {
    const missing: string[] = [];
    for (const number of ['1', '2', '3']) {
      const made = await ana.client.post<ConnectReply>('/api/auth/mastodon/connect', {
        instance: 'https://mastodon.sandbox.test',
        accessToken: `read-${number}`,
      });
      const listed = await readElsewhere<readonly AccountView[]>('/api/connected-accounts');
      const isThere = listed.some(({ id }) => id === made.body.account.id);
      // A reply may report that the read model was late; it must never hide that.
      if (!isThere && made.headers.get(STALE_HEADER) !== 'stale') missing.push(number);
    }
    // The callback of a consent page answers with a redirect.
    const before = await readElsewhere<readonly AccountView[]>('/api/connected-accounts');
    await ana.consent('/api/auth/pinterest', { account: 'ana-pins' });
    const after = await readElsewhere<readonly AccountView[]>('/api/connected-accounts');
    expect(missing).toEqual([]);
    expect(after.length).toBe(before.length + 1);
  }, 60_000);
});
