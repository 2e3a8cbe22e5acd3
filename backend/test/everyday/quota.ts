import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { expect, it } from '@jest/globals';
import { PATRON, newUser } from './everyday-product.ts';

const tomorrow = { scheduledFor: new Date(Date.now() + 86_400_000).toISOString() };

it('accepts exactly three of fifty simultaneous posts of a free user', async () => {
  const ana = await newUser();
  const account = await ana.connectMastodon();
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => ana.schedule([account], `Race ${String(index)}`, tomorrow)),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  expect(statuses.filter((status) => status === 422)).toHaveLength(47);
  expect((await ana.client.get<readonly PostView[]>('/api/posts')).body).toHaveLength(3);
});

it('lets a user schedule another post after deleting one, and does not restore a post beyond the quota', async () => {
  const ana = await newUser();
  const account = await ana.connectMastodon();
  const posts: PostView[] = [];
  for (const text of ['one', 'two', 'three'])
    posts.push((await ana.schedule([account], text, tomorrow)).body);
  expect((await ana.schedule([account], 'four', tomorrow)).status).toBe(422);
  const first = posts[0];
  expect((await ana.client.call('DELETE', `/api/posts/${String(first?.id)}`)).status).toBeLessThan(300);
  expect((await ana.schedule([account], 'four', tomorrow)).status).toBe(201);
  expect((await ana.client.post(`/api/posts/${String(first?.id)}/restore`)).status).toBe(422);
});

it('does not limit the posts of users with Premium', async () => {
  const patron = await newUser(PATRON);
  const account = await patron.connectMastodon();
  for (let index = 0; index < 5; index++) {
    expect((await patron.schedule([account], `Patron ${String(index)}`, tomorrow)).status).toBe(201);
  }
});
