import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import type { Call } from '@posthorn/contracts/shared/call';
import type { DocumentTypes, TypeName } from './document-types.ts';
import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';

/** JSON Schema 2020-12, or a part of one, as OpenAPI 3.1 has it. */
export type Schema = Readonly<Record<string, unknown>>;
export type Parameter = Readonly<{ schema: Schema; description: string }>;
export const TAGS = {
  Token: 'Whose token this is.',
  Accounts: 'What can be published where.',
  Posts: 'Write, look, change, follow.',
  Media: 'Files that posts have.',
  Comments: 'What people say under posts.',
  Events: 'What has happened, as a list and as it happens.',
  Webhooks: 'The same, sent to an address of yours.',
  Document: 'This document.',
} as const;

/** Headers of an answer that not every answer has. */
export type AnswerHeader = 'Location' | 'Idempotency-Replayed' | 'ETag';

/** What is not JSON by a type of ours has a schema of its own. */
type OtherContent = Readonly<{ schema: Schema; mediaType?: string; example?: unknown }>;
export type Content = Readonly<{ type: TypeName; example: unknown }> | OtherContent;
export type AnswerRow = Readonly<{
  description: string;
  /** Left out: there is no body. */
  content?: Content;
  headers?: readonly AnswerHeader[];
}>;

/** One call as the document tells it. All of it but `call` is for readers, and compared with what the product does. */
export type CallRow = Readonly<{
  /** Without a scope: open to all, no token needed. */
  call: Call<unknown, unknown> & Readonly<{ scope?: ApiScope | null }>;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  /** Of the path, where they are something else than the number of a post or an account. */
  path?: Readonly<Record<string, Parameter>>;
  query?: Readonly<Record<string, Parameter>>;
  /** A request may carry an Idempotency-Key. */
  isRepeatable?: true;
  /** `or`: what may be sent in its place. */
  body?: Content & Readonly<{ isOptional?: true; or?: Content }>;
  answers: Readonly<Record<number, AnswerRow>>;
  /** Besides those that any call may be refused with: `REFUSALS_OF_ALL`. */
  refusals?: readonly ErrorCode[];
}>;

type NameOf<T> = {
  [Name in TypeName]: [DocumentTypes[Name]] extends [T] ? Name : never;
}[TypeName];
type Named<T> = { [Name in NameOf<T>]: Readonly<{ type: Name; example: DocumentTypes[Name] }> }[NameOf<T>];
type RowOf<Request, Reply> = Omit<CallRow, 'call' | 'body' | 'answers'> &
  Readonly<{
    body?: (Named<Request> | OtherContent) & Readonly<{ isOptional?: true; or?: Named<Request> }>;
    answers: Readonly<
      Record<number, Omit<AnswerRow, 'content'> & Readonly<{ content?: Named<Reply> | OtherContent }>>
    >;
  }>;

/** A row whose types and examples are those of its call. */
export const row = <Request, Reply>(
  call: Call<Request, Reply> & Readonly<{ scope?: ApiScope | null }>,
  rest: RowOf<Request, Reply>,
): CallRow => ({ call, ...rest });
