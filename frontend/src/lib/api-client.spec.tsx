import { countPosts, deletePost, type PostCounts } from '@posthorn/contracts/scheduling/posts.http';
import { afterEach, expect, it } from '@jest/globals';
import { answer } from '#testing/fake-server.ts';
import { POSITION_HEADER } from '@posthorn/contracts/shared/call';
import { ApiError, notePosition, positionHeader, send } from './api-client.ts';

const counts = (all: number): PostCounts => ({ all, scheduled: 0, posted: 0, failed: 0, attention: 0 });
const asked = (body: unknown, status = 200) =>
  Promise.resolve({ response: new Response(null, { status }), text: JSON.stringify(body) });

afterEach(() => {
  globalThis.askedAhead = undefined;
});

it('uses an answer that the page requested ahead once, and sends a request the next time', async () => {
  answer(countPosts, () => counts(2));
  globalThis.askedAhead = { [countPosts.path]: asked(counts(1)) };
  expect(await send(countPosts, undefined)).toEqual(counts(1));
  expect(await send(countPosts, undefined)).toEqual(counts(2));
});

it('sends the request itself when the early one failed, and reports a refusal', async () => {
  answer(countPosts, () => counts(2));
  globalThis.askedAhead = { [countPosts.path]: Promise.resolve(null) };
  expect(await send(countPosts, undefined)).toEqual(counts(2));
  globalThis.askedAhead = {
    [countPosts.path]: asked({ code: 'identity.not-signed-in', message: 'No.' }, 401),
  };
  await expect(send(countPosts, undefined)).rejects.toBeInstanceOf(ApiError);
});

it('ignores answers that were requested before a change', async () => {
  answer(countPosts, () => counts(2));
  answer(deletePost, () => ({ outcome: 'cancelled', targets: [] }));
  globalThis.askedAhead = { [countPosts.path]: asked(counts(1)) };
  await send(deletePost, undefined, { params: { id: 1 } });
  expect(await send(countPosts, undefined)).toEqual(counts(2));
});

it.each([
  ['Postgres', '00000000000000000010', '00000000000000000009'],
  ['EventStoreDB', '00000000000000001200/00000000000000001200', '00000000000000000990/00000000000000000990'],
])(
  'waits for the newest of its changes with the %s log, in whatever order replies arrive',
  (_, newer, older) => {
    notePosition(() => newer);
    notePosition(() => older);
    expect(positionHeader()).toEqual({ [POSITION_HEADER]: newer });
  },
);
