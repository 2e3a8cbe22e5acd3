import type { Exchange } from '../http/exchange.ts';
import { isObject, parseJson, type JsonRecord } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import type { CallCounts } from '../state/call-counts.ts';
import type { Settings } from '../state/settings.ts';
import { moderation } from './moderation.ts';
import type { ModelMode } from './model-modes.ts';
import { obey } from './obedience.ts';
import { usefulAnswer } from './useful-answer.ts';

const HOST = 'openai.sandbox.test';
const KEPT_REQUESTS = 50;

type Context = Readonly<{ now: () => number; calls: CallCounts; settings: () => Settings }>;

/** Responds as OpenAI's API does (platform.openai.com/docs/api-reference/chat), but runs no model. */
export class ChatModel {
  readonly #context: Context;
  readonly #asked: JsonRecord[] = [];

  constructor(context: Context) {
    this.#context = context;
  }

  serves(host: string): boolean {
    return host === HOST;
  }

  /** The bodies of the most recent requests, oldest first. */
  get asked(): readonly JsonRecord[] {
    return this.#asked;
  }

  clear(): void {
    this.#asked.length = 0;
  }

  async answer(exchange: Exchange): Promise<void> {
    const path = exchange.url.pathname;
    this.#context.calls.count('openai', `${exchange.method} ${path}`);
    const key = exchange.bearer();
    if (key === null || key.startsWith('bad'))
      throw refusal(401, 'Incorrect API key provided.', 'invalid_api_key');
    if (exchange.method === 'GET' && path === '/v1/models')
      exchange.reply(200, { object: 'list', data: [MODEL] });
    else if (exchange.method === 'POST' && path === '/v1/chat/completions') await this.#complete(exchange);
    else if (exchange.method === 'POST' && path === '/v1/moderations')
      exchange.reply(200, moderation(await exchange.json()));
    else throw refusal(404, `Unknown request URL: ${exchange.method} ${path}.`, 'unknown_url');
  }

  async #complete(exchange: Exchange): Promise<void> {
    const body = await exchange.json();
    const messages = body?.['messages'];
    if (!body || !Array.isArray(messages))
      throw refusal(400, "Missing required parameter: 'messages'.", null);
    this.#asked.push(body);
    if (this.#asked.length > KEPT_REQUESTS) this.#asked.shift();
    const mode = this.#context.settings().model;
    // Sends no response, so the request lasts until the client ends it.
    if (mode === 'stall') return;
    if (mode === 'throttle')
      throw new Refusal(429, errorBody('Rate limit reached.', 'rate_limit_exceeded'), {
        'retry-after': '20',
      });
    if (mode === 'no-credit')
      throw refusal(429, 'You exceeded your current quota, please check your plan.', 'insufficient_quota');
    if (mode === 'filter') throw refusal(400, 'The prompt triggered the content policy.', 'content_filter');
    if (mode === 'fail') throw refusal(500, 'The server had an error while processing your request.', null);
    checkFormat(body, mode);
    const content = contentOf(messages as readonly unknown[], mode);
    const prompt = JSON.stringify(messages);
    exchange.reply(200, {
      id: `chatcmpl-${String(this.#context.now())}`,
      object: 'chat.completion',
      created: Math.floor(this.#context.now() / 1000),
      model: body['model'],
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: mode === 'refuse' ? null : content,
            refusal: mode === 'refuse' ? 'I cannot help with that.' : null,
          },
          finish_reason: mode === 'cut-off' ? 'length' : 'stop',
          logprobs: null,
        },
      ],
      usage: usageOf(prompt, content),
    });
  }
}

const MODEL = { id: 'sandbox', object: 'model', created: 0, owned_by: 'posthorn' };

const errorBody = (message: string, code: string | null): JsonRecord => ({
  error: { message, type: 'invalid_request_error', param: null, code },
});
const refusal = (status: number, message: string, code: string | null): Refusal =>
  new Refusal(status, errorBody(message, code));

function checkFormat(body: JsonRecord, mode: ModelMode): void {
  const format = body['response_format'];
  const type = isObject(format) ? format['type'] : undefined;
  if (type === 'json_schema' && (mode === 'no-schema' || mode === 'no-json'))
    throw refusal(400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported.", null);
  if (type !== undefined && mode === 'no-json')
    throw refusal(400, "Unsupported parameter: 'response_format' is not supported with this model.", null);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function contentOf(messages: readonly unknown[], mode: ModelMode): string {
  if (mode === 'babble') return 'Sure! Here is a lovely reply for you: thanks a lot.';
  const records = messages.map((message) => (isObject(message) ? message : {}));
  const systemText = textOf(records.find(({ role }) => role === 'system')?.['content']);
  const question = parseJson(textOf(records.findLast(({ role }) => role === 'user')?.['content']));
  const { comment, personality, post } = isObject(question) ? question : {};
  // The product puts a mark between the words of a comment, and names the mark in the system text.
  const [, mark = ' '] = /mark "([^"]+)"/u.exec(systemText) ?? [];
  const plain = textOf(comment).replaceAll(mark, ' ');
  const instructed = obey({ comment: plain, systemText });
  const answer = usefulAnswer({
    comment: plain,
    personality: textOf(personality),
    post: textOf(post),
  });
  const written =
    instructed === null
      ? answer
      : { ...answer, action: 'reply', text: instructed, sentiment: 'neutral', flags: [] };
  const json = JSON.stringify({ ...written, ...CHANGED[mode] });
  return mode === 'cut-off' ? json.slice(0, json.length / 2) : json;
}

/** The fields of the model’s answer that these modes change. */
const CHANGED: Readonly<Partial<Record<ModelMode, JsonRecord>>> = {
  skip: { action: 'skip', text: '' },
  garble: { action: 'reply', text: 'Thank\0s, Ben \ud83d!' },
};

/** Estimates four characters per token, as for English. */
function usageOf(prompt: string, answer: string): JsonRecord {
  const [sent, received] = [Math.ceil(prompt.length / 4), Math.ceil(answer.length / 4)];
  return { prompt_tokens: sent, completion_tokens: received, total_tokens: sent + received };
}
