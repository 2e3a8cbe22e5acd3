import { describe, expect, it } from '@jest/globals';
import type { ModelSettings } from '#infrastructure/config/model-settings.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { ChatClient } from './chat-client.ts';

type Body = Readonly<Record<string, unknown>>;
type Refusal = Readonly<{ status: number; body: unknown }>;

const PROMPT = { system: 's', user: '{"comment":"Hi"}', secrets: [] };
const COMPLETION = {
  choices: [{ finish_reason: 'stop', message: { content: '{}' } }],
  usage: { total_tokens: 10 },
};

/** A server that refuses requests by its own rule. */
function serverThat(
  refuse: (body: Body) => Refusal | null,
  complete: (body: Body) => Body = () => COMPLETION,
) {
  const bodies: Body[] = [];
  const send = ({ body: text }: OutgoingRequest): Promise<ServerReply> => {
    const body = JSON.parse(text as string) as Body;
    bodies.push(body);
    const refusal = refuse(body);
    const { status, body: answer } = refusal ?? { status: 200, body: complete(body) };
    const headers = { 'content-type': 'application/json' };
    return Promise.resolve(new ServerReply(status, headers, Buffer.from(JSON.stringify(answer))));
  };
  const chat = (extra: Partial<ModelSettings> = {}) =>
    new ChatClient(
      { key: 'k', baseUrl: 'https://m.example/v1', model: 'm', isOpenAi: false, ...extra },
      { send },
    );
  return { bodies, chat };
}

const openAiError = (message: string, param: string | null): Refusal => ({
  status: 400,
  body: { error: { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' } },
});
const namesIn = (body: Body | undefined): readonly string[] =>
  Object.keys(body ?? {})
    .filter((name) => /^max_|^store$|^response_format$/u.test(name))
    .toSorted();

it('works with Azure, which refuses both names of the token limit together', async () => {
  const { bodies, chat } = serverThat((body) =>
    'max_tokens' in body && 'max_completion_tokens' in body
      ? openAiError(
          "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
          'max_tokens',
        )
      : null,
  );
  const client = chat();
  expect(await client.ask(PROMPT)).toMatchObject({ kind: 'content' });
  expect(namesIn(bodies.at(-1))).toEqual(['max_completion_tokens', 'response_format', 'store']);
  await client.ask(PROMPT);
  expect(bodies).toHaveLength(3);
});
it('works with Mistral, which knows neither `store` nor the newer name of the limit', async () => {
  const { bodies, chat } = serverThat((body) => {
    const unknown = ['store', 'max_completion_tokens'].filter((name) => name in body);
    if (unknown.length === 0) return null;
    // This body has no field `error`.
    const detail = unknown.map((name) => ({ type: 'extra_forbidden', loc: ['body', name], msg: 'Extra' }));
    return { status: 422, body: { object: 'error', message: { detail }, type: 'invalid_request_error' } };
  });
  expect(await chat().ask(PROMPT)).toMatchObject({ kind: 'content' });
  expect(namesIn(bodies.at(-1))).toEqual(['max_tokens', 'response_format']);
});
it('works with Gemini, which puts its errors into a list', async () => {
  const { bodies, chat } = serverThat((body) =>
    'store' in body
      ? { status: 400, body: [{ error: { code: 400, message: 'Unknown name "store": Cannot find field.' } }] }
      : null,
  );
  expect(await chat().ask(PROMPT)).toMatchObject({ kind: 'content' });
  expect(namesIn(bodies.at(-1))).toEqual(['max_completion_tokens', 'max_tokens', 'response_format']);
});
it('never lets OpenAI store a text, and asks it only once about the limit', async () => {
  const { bodies, chat } = serverThat(() =>
    openAiError("Unknown parameter: 'store'. max_tokens was reached.", 'store'),
  );
  expect(await chat({ isOpenAi: true }).ask(PROMPT)).toMatchObject({ kind: 'failure', code: 'unreadable' });
  expect(bodies).toHaveLength(1);
});
it('remembers a dialect only after a success', async () => {
  let isRefusing = true;
  const { bodies, chat } = serverThat(() =>
    isRefusing ? openAiError('max_tokens is too large for this prompt', null) : null,
  );
  const client = chat();
  expect(await client.ask(PROMPT)).toMatchObject({ kind: 'failure' });
  isRefusing = false;
  expect(await client.ask(PROMPT)).toMatchObject({ kind: 'content' });
  expect(namesIn(bodies.at(-1))).toEqual(['max_completion_tokens', 'max_tokens', 'response_format', 'store']);
});
describe('a model that thinks before it writes', () => {
  /** Thinking takes 900 tokens, which count against the limit. */
  const thinking = (usage: Body, content = '') =>
    serverThat(
      () => null,
      ({ max_completion_tokens: most = 0 }) =>
        Number(most) > 900
          ? COMPLETION
          : { choices: [{ finish_reason: 'length', message: { content } }], usage },
    );

  it.each([
    { total_tokens: 500, completion_tokens_details: { reasoning_tokens: 400 } },
    { total_tokens: 500 },
  ])('gets more room, and its first try counts (usage %j)', async (usage) => {
    const { bodies, chat } = thinking(usage);
    const client = chat({ isOpenAi: true });
    expect(await client.ask(PROMPT)).toEqual({ kind: 'content', content: '{}', tokens: 510 });
    expect(await client.ask(PROMPT)).toEqual({ kind: 'content', content: '{}', tokens: 10 });
    expect(bodies.map((body) => body['max_completion_tokens'])).toEqual([400, 2_000, 2_000]);
  });
  it('gets more room when it thinks in its text', async () => {
    const { chat } = thinking({ total_tokens: 500 }, '<think>\nThe comment asks');
    expect(await chat().ask(PROMPT)).toMatchObject({ kind: 'content', tokens: 510 });
  });
  it('may return its text in parts, as Mistral does', async () => {
    const parts = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'They ask.' }] },
      { type: 'text', text: '{}' },
    ];
    const reply = (finishReason: string, content: unknown) =>
      serverThat(
        () => null,
        () => ({ choices: [{ finish_reason: finishReason, message: { content } }] }),
      );
    expect(await reply('stop', parts).chat().ask(PROMPT)).toMatchObject({ kind: 'content', content: '{}' });
    const { bodies, chat } = reply('length', parts.slice(0, 1));
    expect(await chat().ask(PROMPT)).toMatchObject({ kind: 'failure', code: 'cut-off' });
    expect(bodies).toHaveLength(2);
  });
  it('gets more room only once, and a model that writes too much gets none', async () => {
    const cut = (content: string) => ({ choices: [{ finish_reason: 'length', message: { content } }] });
    const endless = serverThat(
      () => null,
      () => cut(''),
    );
    expect(await endless.chat().ask(PROMPT)).toMatchObject({ kind: 'failure', code: 'cut-off' });
    expect(endless.bodies).toHaveLength(2);
    const wordy = serverThat(
      () => null,
      () => cut('{"action":"reply","text":"and'),
    );
    expect(await wordy.chat().ask(PROMPT)).toMatchObject({ kind: 'failure', code: 'cut-off' });
    expect(wordy.bodies).toHaveLength(1);
  });
});
