import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CommentDetail, CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

type SandboxReply = Readonly<{ text: string }>;

const ANA = 'ana@auto-reply.example';
const fast = true;
let product: Product;
let worker: Product;
let ana: Creator;
let mastodon: AccountView;

beforeAll(async () => {
  product = await startProduct({ fast, env: { COMPLIMENTARY_PREMIUM: ANA, ROLES: 'web,projector' } });
  worker = await startWorker();
  ana = await Creator.signedIn(product, ANA);
  mastodon = await ana.connectMastodon();
});
afterAll(async () => {
  await worker.close();
  await product.close();
});

/** Starts a worker next to the process with pages and sandbox. When the worker is killed, that process continues. */
const startWorker = (env: Readonly<Record<string, string>> = {}) =>
  startProduct({ fast, env, beside: { product, roles: 'worker' } });

/** Publishes a post with automatic replies. Returns its id on the platform. */
async function publish(content: string): Promise<string> {
  const { body } = await ana.schedule([mastodon], content, { aiRepliesEnabled: true });
  await ana.settled(body.id, ['posted']);
  const [post] = await new SandboxControl(product.sandboxUrl).postsWith(content);
  return post?.remoteId ?? '';
}
async function addComment(remoteId: string, author: string, text: string): Promise<void> {
  const response = await fetch(`${product.sandboxUrl}/control/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'mastodon', remoteId, author, text }),
  });
  expect(response.status).toBe(201);
}
/** The replies on the platform. */
async function replies(): Promise<readonly SandboxReply[]> {
  const response = await fetch(`${product.sandboxUrl}/control/replies?platform=mastodon`);
  return (await response.json()) as SandboxReply[];
}
const commentInInbox = async (text: string): Promise<CommentView> => {
  const { body } = await ana.client.get<readonly CommentView[]>('/api/comments');
  const found = body.find(({ commentText }) => commentText === text);
  if (!found) throw new Error(`The inbox does not have "${text}"`);
  return found;
};
const commentDetail = async (text: string): Promise<CommentDetail> =>
  (await ana.client.get<CommentDetail>(`/api/comments/${String((await commentInInbox(text)).id)}`)).body;
const waitForEvent = (text: string, type: string): Promise<CommentDetail> =>
  eventually(async () => {
    const found = await commentDetail(text);
    if (!found.history.some((entry) => entry.type === type))
      throw new Error(`No ${type} yet: ${JSON.stringify(found)}`);
    return found;
  }, 90);

it('sends exactly one automatic reply to the platform for a comment', async () => {
  const remoteId = await publish('Sourdough day');
  await addComment(remoteId, 'bo', 'I love your sourdough');
  await waitForEvent('I love your sourdough', 'ReplySent');
  await eventually(async () => {
    const { status, reply } = await commentInInbox('I love your sourdough');
    expect([status, reply]).toMatchObject(['ai_reply', { kind: 'ai', state: 'sent' }]);
  });
  expect(await replies()).toHaveLength(1);
  await addComment(remoteId, 'bo', 'And I love the crust');
  const second = await waitForEvent('And I love the crust', 'AiReplySkipped');
  expect(second).toMatchObject({ status: 'new', reply: null });
  expect(await replies()).toHaveLength(1);
});

it('does not write replies after the owner has switched them off', async () => {
  const remoteId = await publish('Rye day');
  const before = await replies();
  expect((await ana.client.call('PUT', '/api/inbox/settings', { autoReply: 'off' })).status).toBe(200);
  await addComment(remoteId, 'cy', 'I love your rye bread');
  const { history } = await waitForEvent('I love your rye bread', 'AiReplySkipped');
  expect(history.map(({ summary }) => summary).join(' ')).toContain('You switched automatic replies off.');
  expect(await replies()).toEqual(before);
  expect((await ana.client.call('PUT', '/api/inbox/settings', { autoReply: 'send' })).status).toBe(200);
});

describe('an automatic reply', () => {
  const killAt = (point: string | undefined) =>
    startWorker(point ? { POSTHORN_KILL_AT: `auto-reply/${point}` } : {});
  beforeAll(async () => {
    await worker.stop();
    worker = await killAt('claim');
  });

  // Each worker writes the reply to the comment before, and is killed when it reaches its point for the second time.
  it.each([
    ['claim', 'croissant', 'intent:2'],
    ['intent', 'baguette', 'answer:2'],
    ['answer', 'focaccia with rosemary', 'outcome:2'],
    ['outcome', 'gingerbread', undefined],
  ])('is sent once when its worker is killed at "%s"', async (point, bread, next) => {
    // A second, nearly identical reply would become a draft.
    const text = `I love your ${bread}`;
    const remoteId = await publish(`A day of ${bread}`);
    const before = (await replies()).length;
    await addComment(remoteId, `dee-${point}`, text);
    await worker.ended();
    worker = await killAt(next);
    const { history } = await waitForEvent(text, 'ReplySent');
    expect(history.filter(({ type }) => type === 'ReplyRequested')).toHaveLength(1);
    expect(await replies()).toHaveLength(before + 1);
  });
});
