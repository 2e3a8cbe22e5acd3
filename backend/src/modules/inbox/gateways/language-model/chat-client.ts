import { DAY_MS } from '@posthorn/contracts/shared/durations';
import type { OpenAI } from 'openai';
import type { ModelSettings } from '#infrastructure/config/model-settings.ts';
import { Breaker, BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { fetchThrough } from '#infrastructure/outgoing/fetch-through.ts';
import type { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import {
  dialectAfter,
  dialectForReasoning,
  firstDialect,
  parametersOf,
  type ChatDialect,
} from './chat-dialect.ts';
import { isOnlyReasoning } from './answer-schema.ts';
import type { ModelFailure } from './model-answer.ts';
import type { Prompt } from './reply-prompt.ts';

/** The time limit of one call, including the connection. */
const TIMEOUT_MS = 20_000;
const PARALLEL_MAX = 4;
/** The maximum length of the queue. A longer queue would mean too long a wait, so further requests fail immediately. */
const WAITING_MAX = 16;

/** `tokens`: the tokens that the call used, as the server counts them. */
export type ChatReply = Readonly<
  | { kind: 'content'; content: string; tokens: number }
  | { kind: 'failure'; code: ModelFailure; detail: string; tokens: number }
>;

/** The names of the available models. After an error: the HTTP status of the server, or null without a response. */
export type ModelsListed = Readonly<{ names: readonly string[] } | { status: number | null }>;

/** A client for the API Chat Completions, which all compatible servers have. Never reveals its key. Repeats a call only without parameters that the server does not know, or with more room for reasoning. */
export class ChatClient {
  readonly #settings: ModelSettings;
  readonly #http: Pick<SafeHttp, 'send'>;
  readonly #breaker: Breaker;
  readonly #now: () => number;
  #sdk: Promise<OpenAI> | null = null;
  /** The dialect of the last success, which is used for a day. */
  #known: Readonly<{ dialect: ChatDialect; until: number }> | null = null;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** `now`: returns the milliseconds since 1970. */
  constructor(
    settings: ModelSettings,
    http: Pick<SafeHttp, 'send'>,
    { breaker = new Breaker(), now = Date.now }: Readonly<{ breaker?: Breaker; now?: () => number }> = {},
  ) {
    this.#settings = settings;
    this.#http = http;
    this.#breaker = breaker;
    this.#now = now;
  }

  get model(): string {
    return this.#settings.model;
  }

  async ask(prompt: Prompt): Promise<ChatReply> {
    return this.#queued(() => this.#askIn(this.#dialect(), prompt));
  }

  /**
   * Returns whether the content filter of the server rejects the text. False if the server has no filter, or the call failed. The filter is free
   * at OpenAI (platform.openai.com/docs/guides/moderation), and few other servers have one.
   */
  async objectsTo(text: string): Promise<boolean> {
    const sdk = await this.#client();
    try {
      const { results } = await this.#breaker.run(
        'moderations',
        () => sdk.moderations.create({ model: 'omni-moderation-latest', input: text }),
        { failed: () => false, counts: () => false },
      );
      return results.some(({ flagged }) => flagged);
    } catch {
      return false;
    }
  }

  /** Lists the models. This call is free, and shows whether the server accepts the key. */
  async models(): Promise<ModelsListed> {
    const sdk = await this.#client();
    try {
      const { data } = await sdk.models.list();
      return { names: data.map(({ id }) => id) };
    } catch (error) {
      return { status: statusOf(error) };
    }
  }

  #dialect(): ChatDialect {
    const known = this.#known;
    return known && this.#now() < known.until ? known.dialect : firstDialect(this.#settings.isOpenAi);
  }

  async #askIn(dialect: ChatDialect, prompt: Prompt): Promise<ChatReply> {
    const { model, isOpenAi } = this.#settings;
    const sdk = await this.#client();
    try {
      const completion = await this.#breaker.run(
        'chat',
        () =>
          sdk.chat.completions.create({
            model,
            ...parametersOf(dialect),
            messages: [
              { role: 'system', content: prompt.system },
              { role: 'user', content: prompt.user },
            ],
          }),
        { failed: () => false, counts: (error) => isAway(statusOf(error)) },
      );
      const reply = readCompletion(completion);
      const next = endedWhileReasoning(completion) ? dialectForReasoning(dialect) : null;
      if (next) {
        const later = await this.#askIn(next, prompt);
        return { ...later, tokens: reply.tokens + later.tokens };
      }
      if (dialect !== this.#known?.dialect) this.#known = { dialect, until: this.#now() + DAY_MS };
      return reply;
    } catch (error) {
      const next = isNotValid(error) ? dialectAfter(dialect, error.message, isOpenAi) : null;
      return next ? this.#askIn(next, prompt) : failureOf(error);
    }
  }

  /** Runs at most four calls in parallel. Further requests wait in a queue, and requests beyond the limit of the queue fail. */
  async #queued(ask: () => Promise<ChatReply>): Promise<ChatReply> {
    if (this.#running >= PARALLEL_MAX) {
      if (this.#waiting.length >= WAITING_MAX)
        return { kind: 'failure', code: 'busy', detail: 'too many are waiting', tokens: 0 };
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await ask();
    } finally {
      const next = this.#waiting.shift();
      // The next request in the queue takes over this slot.
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Imports the SDK at the first use. The import takes 0.2 seconds and 25 MB, which an installation without a model does not need. */
  #client(): Promise<OpenAI> {
    return (this.#sdk ??= this.#open());
  }

  async #open(): Promise<OpenAI> {
    const { OpenAI } = await import('openai');
    const { key, baseUrl } = this.#settings;
    return new OpenAI({
      apiKey: key,
      baseURL: baseUrl,
      fetch: keepingErrors(fetchThrough(this.#http, { timeoutMs: TIMEOUT_MS })),
      // The SDK must not repeat calls. Our HTTP gateway limits the time of a call.
      maxRetries: 0,
      timeout: 30_000,
      // Without these values, the SDK would read them from environment variables that our configuration does not know.
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: 'off',
    });
  }
}

/**
 * The SDK reads only the field `error` of an error. Mistral has no such field, and Gemini puts its errors into a list. This moves such a response
 * into the field, so that its words are not lost.
 */
const keepingErrors =
  (send: ReturnType<typeof fetchThrough>): ReturnType<typeof fetchThrough> =>
  async (...request) => {
    const response = await send(...request);
    if (response.ok) return response;
    const { status, headers } = response;
    const message = await response.text();
    const body = hasError(message) ? message : JSON.stringify({ error: { message } });
    return new Response(body, { status, headers });
  };

function hasError(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && 'error' in value;
  } catch {
    return false;
  }
}

/** Compatible servers may omit fields that the SDK's types require. */
type MaybeCompletion = Readonly<{
  choices?: readonly (Partial<OpenAI.Chat.ChatCompletion.Choice> | undefined)[];
}>;

function readCompletion(completion: OpenAI.Chat.ChatCompletion): ChatReply {
  const tokens = tokensOf(completion);
  const failure = (code: ModelFailure, detail: string): ChatReply => ({
    kind: 'failure',
    code,
    detail,
    tokens,
  });
  const [choice] = (completion as MaybeCompletion).choices ?? [];
  if (choice?.message?.refusal) return failure('refused', 'the model refused');
  if (choice?.finish_reason === 'content_filter')
    return failure('refused', 'the content filter of the model refused');
  if (choice?.finish_reason !== 'stop')
    return failure('cut-off', `ended by ${choice?.finish_reason ?? 'nothing'}`);
  const content = textOf(choice.message?.content);
  return content === null ? failure('unreadable', 'no text') : { kind: 'content', content, tokens };
}

/** The text of a message; null: none. Reasoning models of Mistral return parts: of the type `thinking`, and of the type `text`. */
function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const parts = content as readonly (Readonly<{ type?: unknown; text?: unknown }> | null)[];
  return parts
    .flatMap((part) => (part?.type === 'text' && typeof part.text === 'string' ? part.text : []))
    .join('');
}

/** Returns whether the limit of tokens ended the response before its text, or with reasoning. Not all servers count reasoning. */
function endedWhileReasoning(completion: OpenAI.Chat.ChatCompletion): boolean {
  const [choice] = (completion as MaybeCompletion).choices ?? [];
  if (choice?.finish_reason !== 'length') return false;
  const text = textOf(choice.message?.content) ?? '';
  const reasoningTokens = completion.usage?.completion_tokens_details?.reasoning_tokens ?? 0;
  return text === '' || isOnlyReasoning(text) || reasoningTokens > 0;
}

/** Returns the number of tokens that a call used, or `UNCOUNTED` if the server reports no number. */
function tokensOf({ usage }: Pick<OpenAI.Chat.ChatCompletion, 'usage'>): number {
  const total = usage?.total_tokens;
  return typeof total === 'number' && Number.isFinite(total) && total >= 0 ? Math.ceil(total) : UNCOUNTED;
}
/** A high estimate for calls whose use of tokens is not known. */
const UNCOUNTED = 2_000;

const statusOf = (error: unknown): number | null => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  return typeof status === 'number' ? status : null;
};
/** Returns whether the server failed, or sent no response (`status` null). */
const isAway = (status: number | null): boolean => status === null || status >= 500;

/** Returns whether the server refused the request as not valid. FastAPI, which Mistral and others use, responds with 422. */
const isNotValid = (error: unknown): error is Error =>
  error instanceof Error && [400, 422].includes(statusOf(error) ?? 0);

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null;

/** Sources: the codes of OpenAI (developers.openai.com/api/docs/guides/error-codes), Azure's filter of prompts, and 402 of OpenRouter. */
function failureCodeOf(status: number | null, code: unknown): ModelFailure {
  if (code === 'content_filter' || code === 'content_policy_violation') return 'refused';
  if (status === 402 || code === 'insufficient_quota' || code === 'billing_hard_limit_reached')
    return 'quota';
  if (status === 401 || status === 403 || status === 404) return 'key';
  if (status === 429) return 'busy';
  return isAway(status) ? 'away' : 'unreadable';
}

/** Leaves out the message of the server, because it may repeat the refused key. */
function failureOf(error: unknown): ChatReply {
  if (error instanceof BreakerOpen)
    return { kind: 'failure', code: 'busy', detail: error.message, tokens: 0 };
  const status = statusOf(error);
  const code = failureCodeOf(status, codeOf(error));
  const detail = status === null ? 'no answer' : `answered ${String(status)}`;
  // A server that failed may have received the prompt and counted its tokens.
  return { kind: 'failure', code, detail, tokens: isAway(status) ? UNCOUNTED : 0 };
}
