import type { ExternalComment } from '@posthorn/contracts/external/replies.http';
import { API_SCOPES } from '@posthorn/contracts/identity/api-tokens.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import request, { type Response } from 'supertest';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { TestTokens, tokenOf } from '#infrastructure/testing/test-tokens.ts';
import { RecordComments } from '../../effects/record-comments/record-comments.ts';
import { InboxModule } from '../../inbox.module.ts';
import { Replies } from '../../effects/replies/replies.ts';
import { remote } from '../../testing/inbox-bench.ts';
import { ScriptedComments, scriptedIntegrations } from '../../testing/scripted-comments.ts';

const script = new ScriptedComments();
const store = new InMemoryEventStore();
let product: Booted;
beforeAll(async () => {
  product = await boot([scriptedIntegrations(script), InboxModule, TestTokens], {
    store,
    now: new Date(),
    database: true,
  });
}, 60_000);
afterAll(() => product.close());

let comments = 0;
let id: number;
beforeEach(async () => {
  script.reset();
  id = await receiveComment();
  await product.app.get(Pool).query('truncate edge.rate_limit');
});
async function receiveComment(): Promise<number> {
  const key = `k${String(++comments)}`;
  const seen = { kind: 'there', comment: remote({ key, remoteId: key, createdAt: now() }) } as const;
  const account = { accountId: 3, ownerId: 'ana', platform: 'mastodon' } as const;
  const how = { source: 'news', seenAt: now(), isFirstReading: false } as const;
  const cause = { actor: { kind: 'system', id: 'spec' }, correlationId: 's', causationId: 's' } as const;
  const recorded = await product.app
    .get(CauseContext)
    .run(cause, () => product.app.get(RecordComments).record(account, [seen], how));
  return recorded.received[0] ?? 0;
}
const now = () => new Date().toISOString();

const call = (method: 'post' | 'patch', path: string, token: string) =>
  request(product.url)[method](`/api/external/comments/${path}`).auth(token, { type: 'bearer' });
/** Sends the request and runs the worker at the same time, because the response waits for proof. */
async function reply(replyText: unknown, key?: string, of = { id, token: tokenOf('ana') }) {
  const response = call('post', `${String(of.id)}/reply`, of.token)
    .set(key === undefined ? {} : { 'idempotency-key': key })
    .send({ replyText })
    .then((answer) => answer);
  const work = async () => {
    await product.catchUp();
    await product.app.get(Replies).round();
    return null;
  };
  for (;;) {
    const answer = await Promise.race<Response | null>([response, work()]);
    if (!answer) continue;
    const isReplay = answer.headers['idempotency-replayed'] === 'true';
    return { status: answer.status, body: answer.body as ExternalComment, isReplay };
  }
}
const facts = () => store.historyOf(`comment-${String(id)}`);

it('sends a reply, waits for proof, and records the token as the actor', async () => {
  const { status, body, isReplay } = await reply('Thank you!');
  expect([status, isReplay, script.sent]).toEqual([200, false, ['Thank you!']]);
  expect(body).toMatchObject({ id, status: 'manual_reply', commentText: 'Nice!' });
  expect(body.reply).toMatchObject({ state: 'sent', text: 'Thank you!', kind: 'manual' });
  const requested = facts().find(({ type }) => type === 'ReplyRequested');
  expect(requested?.meta).toMatchObject({ actor: { kind: 'apiToken', id: 'token-of-ana' } });
});

it('hides the author and the text of the comment from a token that may not read comments', async () => {
  const token = tokenOf('ana', ['comments:write']);
  const unread = { id, commentText: '', commenterUsername: '', commenterName: null };
  const marked = await call('patch', String(id), token).send({ status: 'read' });
  expect([marked.status, marked.body]).toMatchObject([200, unread]);
  expect((await reply('Thank you!', undefined, { id, token })).body).toMatchObject({
    ...unread,
    reply: { text: 'Thank you!' },
  });
});

it('sends one reply for an idempotency key, however many equal requests arrive in parallel', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => reply('Thank you!', 'row-7')));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(all.filter(({ isReplay }) => isReplay)).toHaveLength(4);
  for (const { body } of all) expect(body).toEqual(all[0]?.body);
  expect(await reply('Thank you!', 'row-7')).toEqual({ ...all[0], isReplay: true });
  expect(script.sent).toEqual(['Thank you!']);
  const other = await reply('Something else', 'row-7');
  expect([other.status, other.body]).toMatchObject([
    422,
    { code: 'scheduling.idempotency-key-reused', message: INBOX_TEXT.keyReused },
  ]);
  expect((await reply('Thank you!', 'row-8')).status).toBe(409);
});

it('returns the same response for a repeated request, even when the account was disconnected', async () => {
  const first = await reply('Thank you!', 'row-9');
  script.connection = 'disconnected';
  expect(await reply('Thank you!', 'row-9')).toEqual({ ...first, isReplay: true });
});

it('does not use up an idempotency key when it refuses the request', async () => {
  script.connection = 'disconnected';
  expect((await reply('Thank you!', 'k')).body).toMatchObject({ code: 'inbox.cannot-reply' });
  expect((await reply(' ', 'k')).status).toBe(400);
  expect((await reply('x'.repeat(101), 'k')).status).toBe(422);
  script.connection = 'active';
  expect(await reply('Better words', 'k')).toMatchObject({ status: 200, isReplay: false });
  expect((await reply('Better words', 'a key with spaces')).status).toBe(400);
});

it('treats the same key for another comment, or from another user, as a different key', async () => {
  await reply('Thank you!', 'k1');
  expect((await reply('Thank you!', 'k1', { id, token: tokenOf('eve') })).status).toBe(404);
  const another = { id: await receiveComment(), token: tokenOf('ana') };
  expect(await reply('Thank you!', 'k1', another)).toMatchObject({ status: 200, isReplay: false });
});

it('marks comments in the same way as the app does', async () => {
  const mark = (status: string, token = tokenOf('ana')) => call('patch', String(id), token).send({ status });
  expect((await mark('read').expect(200)).body).toMatchObject({ id, status: 'read', reply: null });
  expect(facts().at(-1)?.meta).toMatchObject({ actor: { kind: 'apiToken', id: 'token-of-ana' } });
  expect((await mark('new').expect(200)).body).toMatchObject({ status: 'new' });
  await mark('gone').expect(400);
  expect((await mark('read', tokenOf('eve')).expect(404)).body).toMatchObject({
    code: 'inbox.comment-not-found',
  });
  await reply('Thanks');
  expect((await mark('new').expect(409)).body).toMatchObject({ code: 'inbox.already-replied' });
});

it.each(['post', 'patch'] as const)('allows %s only for tokens with comments:write', async (method) => {
  const path = method === 'post' ? `${String(id)}/reply` : String(id);
  const others = API_SCOPES.filter((scope) => scope !== 'comments:write');
  const answer = await call(method, path, tokenOf('ana', others)).expect(403);
  expect(answer.body).toMatchObject({ code: 'external.scope-missing' });
  // The token is accepted: the server refuses only the empty body.
  await call(method, path, tokenOf('ana', ['comments:write'])).expect(400);
});
