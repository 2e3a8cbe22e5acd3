import { randomUUID } from 'node:crypto';
import type { DraftPage, DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import request from 'supertest';
import type { SchedulingProduct } from './scheduling-product.ts';

/** HTTP calls for drafts. `saved` creates a draft with this content. */
export function drafting(product: SchedulingProduct, user = product.user) {
  const agent = request(product.booted.url);
  const path = (id: string) => `/api/drafts/${id}`;
  const tag = (revision: number | null) => (revision === null ? {} : { 'if-match': `"${String(revision)}"` });
  const calls = {
    save: (id: string, content: object = {}, revision: number | null = null) =>
      agent
        .put(path(id))
        .set({ 'x-test-user': user, ...tag(revision) })
        .send(content),
    saved: async (content: object = {}, id = randomUUID() as string) =>
      (await calls.save(id, content).expect(201)).body as DraftView,
    show: (id: string) => agent.get(path(id)).set('x-test-user', user),
    pageAnswer: (cursor?: string | null) =>
      agent
        .get('/api/drafts')
        .query(cursor ? { cursor } : {})
        .set('x-test-user', user),
    page: async (cursor?: string | null) => (await calls.pageAnswer(cursor).expect(200)).body as DraftPage,
    ids: async () => (await calls.page()).items.map(({ id }) => id),
    delete: (id: string, revision: number | null = null) =>
      agent.delete(path(id)).set({ 'x-test-user': user, ...tag(revision) }),
    restore: (id: string) => agent.post(`${path(id)}/restore`).set('x-test-user', user),
    duplicate: (postId: number | string) =>
      agent.post(`/api/posts/${String(postId)}/duplicate`).set('x-test-user', user),
  };
  return calls;
}
