import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeAll, expect, it } from '@jest/globals';
import type { Creator } from '../creator.ts';
import { product, newUser } from './everyday-product.ts';

// The tools of the built and started product. `mcp.int.spec.ts` covers what each tool does and for whom.

let ana: Creator;
beforeAll(async () => {
  ana = await newUser();
});

it('schedules a post and moves it, in the name of the token', async () => {
  const { id: accountId } = await ana.connectMastodon();
  const createdToken = await ana.client.post<{ token: string }>('/api/tokens', { name: 'My assistant' });
  const client = new Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${createdToken.body.token}` };
  const url = new URL('/mcp', product.url);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
  const call = async (name: string, args: Readonly<Record<string, unknown>>) =>
    (await client.callTool({ name, arguments: args })).structuredContent as PostView;
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

  const post = { content: 'Fresh bread', account_ids: [accountId], scheduled_for: inHours(1) };
  const { id } = await call('schedule_post', { ...post, idempotency_key: 'bread-1' });
  const later = inHours(2);
  const moved = await call('reschedule_post', { post_id: id, scheduled_for: later });
  expect(moved).toMatchObject({ id, scheduledFor: later, content: 'Fresh bread' });
  await client.close();

  const { body } = await ana.client.get<HistoryView>(`/api/posts/${String(id)}/history`);
  expect(body.events.map(({ type, actor }) => [type, actor.name])).toEqual([
    ['PostScheduled', 'My assistant'],
    ['PostRescheduled', 'My assistant'],
  ]);
});
