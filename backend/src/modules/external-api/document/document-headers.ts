import { EXTERNAL_LIMITS } from '@posthorn/contracts/external/external.http';
import type { AnswerHeader, Schema } from './call-row.ts';

const TEXT: Schema = { type: 'string' };
const NUMBER: Schema = { type: 'integer' };
const header = (schema: Schema, description: string, required = true) => ({ description, required, schema });

export const HEADERS = {
  'X-Request-Id': header(TEXT, 'Identifies this request, for questions to the operator.'),
  'RateLimit-Policy': header(
    TEXT,
    `The limit of a token: \`"token";q=${String(EXTERNAL_LIMITS.callsAMinute)};w=60\` is that many calls a minute.`,
  ),
  RateLimit: header(
    TEXT,
    'The calls that are left (`r`), and the seconds until all are available again (`t`). Older clients read the same from `RateLimit-Limit`, ' +
      '`RateLimit-Remaining` and `RateLimit-Reset`.',
  ),
  'Retry-After': header(NUMBER, 'Seconds to wait before the next try.'),
  Location: header(TEXT, 'The address of the new resource.'),
  ETag: header(TEXT, 'Changes when the body does. That of a draft is its revision.'),
  'Idempotency-Replayed': header(
    { type: 'string', const: 'true' },
    'The request was answered before. It was not executed again.',
    false,
  ),
} as const;
type Header = keyof typeof HEADERS;

const EVERYWHERE: readonly Header[] = ['X-Request-Id', 'RateLimit-Policy'];

const referencesTo = (names: readonly Header[]): Schema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** @param isOpen the call needs no token, so it has no rate limit headers */
export const headersOfAnswer = (own: readonly AnswerHeader[], isOpen: boolean): Schema =>
  referencesTo([...own, ...EVERYWHERE, ...(isOpen ? [] : (['RateLimit'] as const))]);

export const headersOfRefusal = (status: number): Schema =>
  referencesTo([...EVERYWHERE, ...(status === 429 || status === 503 ? (['Retry-After'] as const) : [])]);

/** The characters allowed in an idempotency key. */
export const KEY_SCHEMA: Schema = { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' };
export const IF_MATCH: Schema = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The revision that the request changes, as `ETag` of an answer has it.',
  schema: { type: 'string', example: '"1"' },
};
export const IDEMPOTENCY_KEY: Schema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Your own name for this request, such as the number of a row. For 24 hours, the same request with the same name gets ' +
    'the first answer and is not executed again.',
  schema: KEY_SCHEMA,
};
