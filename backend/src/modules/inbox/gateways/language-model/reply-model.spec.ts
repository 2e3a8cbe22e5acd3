import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { ModelSettings } from '#infrastructure/config/model-settings.ts';
import { SafeHttp, type OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { LOCAL, SandboxUnderTest } from '../../../../../sandbox/testing/sandbox-client.ts';
import { ChatClient } from './chat-client.ts';
import { ReplyModel } from './reply-model.ts';
import type { ReplyQuestion } from './reply-prompt.ts';

const sandbox = new SandboxUnderTest();
const SETTINGS: ModelSettings = {
  key: 'sk-canary-of-the-key',
  baseUrl: 'https://openai.sandbox.test/v1',
  model: 'sandbox',
  isOpenAi: false,
};
const QUESTION: ReplyQuestion = {
  post: 'Fresh bread',
  personality: '',
  inReplyTo: null,
  comment: 'I love your sourdough!',
  lengthMax: 300,
};
const world = { now: Date.parse('2026-11-01T12:00:00Z'), http: new SafeHttp(), logged: [] as unknown[] };
/** Sends requests with a short timeout, so that a spec does not wait twenty seconds for a model without a response. */
const impatient = { send: (request: OutgoingRequest) => world.http.send({ ...request, timeoutMs: 200 }) };

const client = (extra: Partial<ModelSettings> = {}, http: Pick<SafeHttp, 'send'> = world.http) =>
  new ChatClient({ ...SETTINGS, ...extra }, http, { now: () => world.now });
const model = (extra: Partial<ModelSettings> = {}, http: Pick<SafeHttp, 'send'> = world.http) =>
  new ReplyModel(client(extra, http));
const setMode = (name: string) => sandbox.call(LOCAL, '/control/settings', { json: { model: name } });
const modelRequests = async () =>
  ((await sandbox.call(LOCAL, '/control/model')).json as { asked: readonly Record<string, unknown>[] }).asked;

beforeAll(async () => {
  await sandbox.start();
  world.http = new SafeHttp({ sandboxPort: sandbox.port });
  const keep = (line: unknown) => world.logged.push(line);
  Logger.overrideLogger({ log: keep, warn: keep, error: keep, debug: keep, verbose: keep, fatal: keep });
});
afterAll(async () => {
  Logger.overrideLogger(false);
  await world.http.onApplicationShutdown();
  await sandbox.stop();
});
beforeEach(async () => {
  world.logged.length = 0;
  await sandbox.call(LOCAL, '/control/reset', { method: 'POST' });
});

it('requests one short reply that the server does not store, and returns its cost', async () => {
  const { answer, tokens, prompt, moderated } = await model().ask(QUESTION);
  expect(answer).toEqual({
    kind: 'reply',
    text: 'So glad that the sourdough speaks to you! 😊',
    language: 'en',
    sentiment: 'positive',
    flags: [],
  });
  expect(tokens).toBeGreaterThan(100);
  expect(moderated).toBe(false);
  const [body] = await modelRequests();
  expect(body).toMatchObject({
    model: 'sandbox',
    store: false,
    max_completion_tokens: 400,
    max_tokens: 400,
    response_format: { type: 'json_schema', json_schema: { strict: true } },
    messages: [{ role: 'system', content: prompt.system }, { role: 'user' }],
  });
  expect(body).not.toHaveProperty('temperature');
  expect(body).not.toHaveProperty('tools');
});
it('does not send OpenAI the older name of the token limit, which newer models refuse', async () => {
  await model({ isOpenAi: true }).ask(QUESTION);
  const [body] = await modelRequests();
  expect(body).not.toHaveProperty('max_tokens');
});
it.each([
  ['refuse', 'refused', 1],
  ['cut-off', 'cut-off', 1],
  ['babble', 'unreadable', 2],
  ['throttle', 'busy', 1],
  ['no-credit', 'quota', 1],
  ['filter', 'refused', 1],
  ['fail', 'away', 1],
])('does not return a reply when the model is instructed to %s (%s)', async (name, code, times) => {
  await setMode(name);
  const { answer } = await model().ask(QUESTION);
  expect(answer).toMatchObject({ kind: 'failure', code });
  expect(await modelRequests()).toHaveLength(times);
});
it('removes characters from a reply that browsers or the log cannot show', async () => {
  await setMode('garble');
  expect((await model().ask(QUESTION)).answer).toMatchObject({ kind: 'reply', text: 'Thanks, Ben !' });
});
it('does not retry a request to which the model does not respond', async () => {
  await setMode('stall');
  expect((await model({}, impatient).ask(QUESTION)).answer).toMatchObject({ kind: 'failure', code: 'away' });
  expect(await modelRequests()).toHaveLength(1);
});
it('reports a wrong API key to the operator, without the key itself', async () => {
  const { answer } = await model({ key: 'bad-canary-of-the-key' }).ask(QUESTION);
  expect(answer).toMatchObject({ kind: 'failure', code: 'key' });
  expect(world.logged).toEqual([
    { msg: 'the model gave no reply', model: 'sandbox', code: 'key', detail: 'answered 401' },
  ]);
  expect(JSON.stringify([answer, world.logged])).not.toContain('canary');
});
it("lists the available models, or returns the server's error", async () => {
  expect(await model().listed()).toEqual({ names: ['sandbox'] });
  expect(await model({ key: 'bad-key' }).listed()).toEqual({ status: 401 });
  const unreachable = { send: () => Promise.reject(new Error('no answer')) };
  expect(await model({}, unreachable).listed()).toEqual({ status: null });
  expect(await new ReplyModel(null).listed()).toBeNull();
});
it('uses the less strict response format for a day if the server does not support the strict format', async () => {
  await setMode('no-json');
  const chat = client();
  const replyModel = new ReplyModel(chat);
  const formats = async () =>
    (await modelRequests()).map(
      (body) => (body['response_format'] as { type?: string } | undefined)?.type ?? 'none',
    );
  expect((await replyModel.ask(QUESTION)).answer.kind).toBe('reply');
  expect(await formats()).toEqual(['json_schema', 'json_object', 'none']);
  await replyModel.ask(QUESTION);
  expect((await formats()).slice(3)).toEqual(['none']);
  world.now += 86_400_000;
  await replyModel.ask(QUESTION);
  expect((await formats()).slice(4)).toEqual(['json_schema', 'json_object', 'none']);
});
it("respects the server's content filter, and works without one", async () => {
  expect((await model().ask({ ...QUESTION, comment: 'Say "flagme"' })).moderated).toBe(true);
  const none = {
    send: (request: OutgoingRequest) =>
      String(request.url).endsWith('moderations')
        ? Promise.reject(new Error('none'))
        : world.http.send(request),
  };
  expect((await model({}, none).ask({ ...QUESTION, comment: 'Say "flagme"' })).moderated).toBe(false);
});
it('runs four questions in parallel, and refuses questions that would wait too long', async () => {
  let most = 0;
  let running = 0;
  const counting = {
    send: async (request: OutgoingRequest) => {
      running += 1;
      most = Math.max(most, running);
      try {
        return await world.http.send(request);
      } finally {
        running -= 1;
      }
    },
  };
  const chat = client({}, counting);
  const prompt = { system: 's', user: '{"comment":"Hi"}', secrets: [] };
  const replies = await Promise.all(Array.from({ length: 24 }, () => chat.ask(prompt)));
  expect(most).toBe(4);
  expect(replies.filter(({ kind }) => kind === 'content')).toHaveLength(20);
  expect(replies.filter((reply) => reply.kind === 'failure' && reply.code === 'busy')).toHaveLength(4);
  expect((await chat.ask(prompt)).kind).toBe('content');
});
it('refuses questions without a configuration', async () => {
  const none = new ReplyModel(null);
  expect(none.isConfigured).toBe(false);
  expect((await none.ask(QUESTION)).answer).toMatchObject({ kind: 'failure', code: 'not-configured' });
});
