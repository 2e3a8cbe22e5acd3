import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { ANSWER_SCHEMA } from './answer-schema.ts';

type ChatParameters = Partial<ChatCompletionCreateParamsNonStreaming>;

/** The limit of tokens. Models that reason need more room, because their reasoning counts too. */
const TOKENS_MAX = 400;
const TOKENS_MAX_REASONING = 2_000;
const ONLY_NEW_NAME = 1;
/**
 * The names of the limit. Ollama and Mistral know only `max_tokens`, and newer models of OpenAI only `max_completion_tokens`. Azure refuses both together.
 */
const LIMITS: readonly (readonly ('max_completion_tokens' | 'max_tokens')[])[] = [
  ['max_completion_tokens', 'max_tokens'],
  ['max_completion_tokens'],
  ['max_tokens'],
];
/** The requested response formats, the strictest first. */
const FORMATS: readonly NonNullable<ChatParameters['response_format']>[] = [
  { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema: ANSWER_SCHEMA } },
  { type: 'json_object' },
];

/** The parameters that a request contains, of those that not every server knows. `limit` and `format` are places in the lists above. */
export type ChatDialect = Readonly<{ limit: number; format: number; hasStore: boolean; canReason: boolean }>;

export const firstDialect = (isOpenAi: boolean): ChatDialect => ({
  limit: isOpenAi ? ONLY_NEW_NAME : 0,
  format: 0,
  hasStore: true,
  canReason: false,
});

export function parametersOf({ limit, format, hasStore, canReason }: ChatDialect): ChatParameters {
  const responseFormat = FORMATS[format];
  return {
    ...Object.fromEntries(
      (LIMITS[limit] ?? []).map((name) => [name, canReason ? TOKENS_MAX_REASONING : TOKENS_MAX]),
    ),
    ...(responseFormat && { response_format: responseFormat }),
    ...(hasStore && { store: false }),
  };
}

/**
 * Returns the dialect to try after a server has refused a request as not valid. Null: the message names none of these parameters, or nothing is left
 * to try. Messages differ between servers, but all of them name the parameter.
 */
export function dialectAfter(dialect: ChatDialect, message: string, isOpenAi: boolean): ChatDialect | null {
  const isFormatRefused =
    dialect.format < FORMATS.length && /response_format|json_schema|json_object/iu.test(message);
  // OpenAI knows these parameters. Without `store` it could keep the texts.
  const isLimitRefused =
    !isOpenAi && dialect.limit < LIMITS.length - 1 && /max_(?:completion_)?tokens/iu.test(message);
  const isStoreRefused = !isOpenAi && dialect.hasStore && /["'`]store\b|: store\b/iu.test(message);
  if (!isFormatRefused && !isLimitRefused && !isStoreRefused) return null;
  return {
    ...dialect,
    format: dialect.format + (isFormatRefused ? 1 : 0),
    limit: dialect.limit + (isLimitRefused ? 1 : 0),
    hasStore: dialect.hasStore && !isStoreRefused,
  };
}

/** Returns the dialect to try after a model has used all tokens for reasoning; null: it already had more room. */
export const dialectForReasoning = (dialect: ChatDialect): ChatDialect | null =>
  dialect.canReason ? null : { ...dialect, canReason: true };
