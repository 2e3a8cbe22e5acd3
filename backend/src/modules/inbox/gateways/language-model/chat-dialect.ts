import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { ANSWER_SCHEMA } from './answer-schema.ts';

type ChatParameters = Partial<ChatCompletionCreateParamsNonStreaming>;

const TOKENS_MAX = 400;
const ONLY_NEW_NAME = 1;
/**
 * The token limit. Ollama and Mistral know only `max_tokens`, and newer models of OpenAI only `max_completion_tokens`. Azure refuses both together.
 */
const LIMITS: readonly ChatParameters[] = [
  { max_completion_tokens: TOKENS_MAX, max_tokens: TOKENS_MAX },
  { max_completion_tokens: TOKENS_MAX },
  { max_tokens: TOKENS_MAX },
];
/** The requested response formats, the strictest first. */
const FORMATS: readonly NonNullable<ChatParameters['response_format']>[] = [
  { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema: ANSWER_SCHEMA } },
  { type: 'json_object' },
];

/** The parameters that a request contains, of those that not every server knows. `limit` and `format` are places in the lists above. */
export type Dialect = Readonly<{ limit: number; format: number; hasStore: boolean }>;

export const firstDialect = (isOpenAi: boolean): Dialect => ({
  limit: isOpenAi ? ONLY_NEW_NAME : 0,
  format: 0,
  hasStore: true,
});

export function parametersOf({ limit, format, hasStore }: Dialect): ChatParameters {
  const responseFormat = FORMATS[format];
  return {
    ...LIMITS[limit],
    ...(responseFormat && { response_format: responseFormat }),
    ...(hasStore && { store: false }),
  };
}

/**
 * Returns the dialect to try after a server has refused a request as not valid; null: the message names none of these parameters, or nothing is left
 * to try. Messages differ between servers, but all of them name the parameter.
 */
export function dialectAfter(dialect: Dialect, message: string, isOpenAi: boolean): Dialect | null {
  const isFormatRefused =
    dialect.format < FORMATS.length && /response_format|json_schema|json_object/iu.test(message);
  // OpenAI knows these parameters. Without `store` it could keep the texts.
  const isLimitRefused =
    !isOpenAi && dialect.limit < LIMITS.length - 1 && /max_(?:completion_)?tokens/iu.test(message);
  const isStoreRefused = !isOpenAi && dialect.hasStore && /["'`]store\b|: store\b/iu.test(message);
  if (!isFormatRefused && !isLimitRefused && !isStoreRefused) return null;
  return {
    format: dialect.format + (isFormatRefused ? 1 : 0),
    limit: dialect.limit + (isLimitRefused ? 1 : 0),
    hasStore: dialect.hasStore && !isStoreRefused,
  };
}
