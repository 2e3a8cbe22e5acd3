import { countPosts, deletePost, type PostCounts } from '@posthorn/contracts/scheduling/posts.http';
import { afterEach, expect, it, jest } from '@jest/globals';
import { answer, refuse } from '#testing/fake-server.ts';
import { POSITION_HEADER, type ErrorReply } from '@posthorn/contracts/shared/call';
import { ApiError, fieldsOf, messageOf, notePosition, positionHeader, send } from './api-client.ts';
import { loadErrorSentencesBy, sayReply } from './error-sentences.ts';

const counts = (all: number): PostCounts => ({ all, scheduled: 0, posted: 0, failed: 0, attention: 0 });
const earlyResponse = (body: unknown, status = 200) =>
  Promise.resolve({ response: new Response(null, { status }), text: JSON.stringify(body) });

afterEach(() => {
  globalThis.askedAhead = undefined;
});

it('uses the response to an early request of the page once, and then sends a new request', async () => {
  answer(countPosts, () => counts(2));
  globalThis.askedAhead = { [countPosts.path]: earlyResponse(counts(1)) };
  expect(await send(countPosts, undefined)).toEqual(counts(1));
  expect(await send(countPosts, undefined)).toEqual(counts(2));
});

it('sends a request again when the early one failed, but not when the server refused it', async () => {
  answer(countPosts, () => counts(2));
  globalThis.askedAhead = { [countPosts.path]: Promise.resolve(null) };
  expect(await send(countPosts, undefined)).toEqual(counts(2));
  globalThis.askedAhead = {
    [countPosts.path]: earlyResponse({ code: 'identity.not-signed-in', message: 'No.' }, 401),
  };
  await expect(send(countPosts, undefined)).rejects.toBeInstanceOf(ApiError);
});

const messageFor = async (refusal: Partial<ErrorReply>) => {
  refuse(countPosts, 422, { message: 'In the language of the server.', ...refusal });
  return messageOf(await send(countPosts, undefined).catch((error: unknown) => error), 'fallback');
};

it("shows the app's own sentence for an error code, with the values from the server", async () => {
  loadErrorSentencesBy((module) =>
    Promise.resolve(
      module === 'inbox'
        ? {
            'inbox.reply-too-long': ({ max = 0 }) => `At most ${String(max)}.`,
            'inbox.ai-budget': 'For this hour.',
            'inbox.ai-budget/day': 'For today.',
          }
        : undefined,
    ),
  );
  expect(await messageFor({ code: 'inbox.reply-too-long', values: { max: 300 } })).toBe('At most 300.');
  expect(await messageFor({ code: 'inbox.ai-budget' })).toBe('For this hour.');
  expect(await messageFor({ code: 'inbox.ai-budget', variant: 'day' })).toBe('For today.');
});

it.each<[string, Partial<ErrorReply>]>([
  ['a code', { code: 'inbox.new' }],
  ['a variant', { code: 'inbox.ai-budget', variant: 'other' }],
  ['a module', { code: 'new.code' }],
])("shows the server's sentence for %s without a sentence of the app", async (_what, refusal) => {
  loadErrorSentencesBy((module) =>
    Promise.resolve(module === 'inbox' ? { 'inbox.ai-budget': 'For this hour.' } : undefined),
  );
  expect(await messageFor(refusal)).toBe('In the language of the server.');
});

it("shows the app's own sentences for refused fields, and for a message that repeats them", async () => {
  loadErrorSentencesBy((module, part) =>
    Promise.resolve(
      module === 'identity' && part === 'fields'
        ? { 'identity.name-too-long': ({ max = 0 }) => `At most ${String(max)}.`, 'identity.name': 'Name:' }
        : undefined,
    ),
  );
  const fields = { name: 'Zu lang.', email: 'Ungültig.' };
  const fieldCodes = {
    name: [{ code: 'identity.name' }, { code: 'identity.name-too-long', values: { max: 50 } }],
  };
  const errorWith = async (message: string) => {
    const reply = { code: 'request.not-valid', variant: 'other', message, fields, fieldCodes };
    refuse(countPosts, 400, reply);
    return send(countPosts, undefined).catch((error: unknown) => error);
  };
  const error = await errorWith('Zu lang.');
  expect(fieldsOf(error)).toEqual({ name: 'Name: At most 50.', email: 'Ungültig.' });
  expect(messageOf(error, '')).toBe('Name: At most 50.');
  expect(messageOf(await errorWith('Zu lang. Ungültig.'), '')).toBe('Name: At most 50. Ungültig.');
  expect(messageOf(await errorWith('Anders.'), '')).toBe('Anders.');
});

it("shows the server's sentence when the app's own sentences fail to load", async () => {
  loadErrorSentencesBy(() => Promise.reject(new Error('no network')));
  expect(await messageFor({ code: 'inbox.ai-budget' })).toBe('In the language of the server.');
});

it("shows the server's sentence when the app's own sentences have not loaded after a second", async () => {
  loadErrorSentencesBy(() => new Promise(() => undefined));
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  try {
    let said: string | undefined;
    void sayReply({ code: 'inbox.ai-budget', message: 'In the language of the server.' }).then(
      ({ message: text }) => {
        said = text;
      },
    );
    await jest.advanceTimersByTimeAsync(900);
    expect(said).toBeUndefined();
    await jest.advanceTimersByTimeAsync(200);
    expect(said).toBe('In the language of the server.');
  } finally {
    jest.useRealTimers();
  }
});

it('ignores the response to an early request after a change', async () => {
  answer(countPosts, () => counts(2));
  answer(deletePost, () => ({ outcome: 'cancelled', targets: [] }));
  globalThis.askedAhead = { [countPosts.path]: earlyResponse(counts(1)) };
  await send(deletePost, undefined, { params: { id: 1 } });
  expect(await send(countPosts, undefined)).toEqual(counts(2));
});

it.each([
  ['Postgres', '00000000000000000010', '00000000000000000009'],
  ['EventStoreDB', '00000000000000001200/00000000000000001200', '00000000000000000990/00000000000000000990'],
])(
  'sends the position of the newest change with the %s log, in whatever order the responses arrive',
  (_, newer, older) => {
    notePosition(() => newer);
    notePosition(() => older);
    expect(positionHeader()).toEqual({ [POSITION_HEADER]: newer });
  },
);
