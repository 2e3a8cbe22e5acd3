import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import type { Call } from '@posthorn/contracts/shared/call';
import type { DocumentTypes, TypeName } from './document-types.ts';
import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';

/** JSON Schema 2020-12, or a part of one, as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>;
/** `required`: for parameters of a query; those of a path are always required. A required parameter needs an example in its schema. */
export type Parameter = Readonly<{ schema: Schema; description: string; required?: true }>;
export const TAGS = {
  Token: 'Whose token this is.',
  Accounts: 'Platforms, their limits, and connected accounts.',
  Posts: 'Schedule, read, change and delete posts.',
  Drafts: 'Posts that are not scheduled yet.',
  Media: 'Files for posts.',
  Comments: 'Comments under posts, and replies.',
  Events: 'Events of the user, as a list and as a stream.',
  Webhooks: 'The same events, sent to your address.',
  Document: 'This document.',
} as const;

/** Headers that only some responses have. */
export type AnswerHeader = 'Location' | 'Idempotency-Replayed' | 'ETag';

/** Content without one of our types contains its own schema. */
type OtherContent = Readonly<{ schema: Schema; mediaType?: string; example?: unknown }>;
export type Content = Readonly<{ type: TypeName; example: unknown }> | OtherContent;
export type AnswerRow = Readonly<{
  description: string;
  /** Left out: there is no body. */
  content?: Content;
  headers?: readonly AnswerHeader[];
}>;

/** One call in the document. Everything except `call` is documentation, which specs compare with the product. */
export type CallRow = Readonly<{
  /** Without a scope the call is public and needs no token. */
  call: Call<unknown, unknown> & Readonly<{ scope?: ApiScope | null }>;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  /** Path parameters that are not the number of a post or an account. */
  path?: Readonly<Record<string, Parameter>>;
  query?: Readonly<Record<string, Parameter>>;
  /** The request may have an Idempotency-Key. */
  isRepeatable?: true;
  /** The request may state, in If-Match, the revision that it changes. */
  acceptsRevision?: true;
  /** `or`: an alternative body. */
  body?: Content & Readonly<{ isOptional?: true; or?: Content }>;
  answers: Readonly<Record<number, AnswerRow>>;
  /** Error codes in addition to `REFUSALS_OF_ALL`, which any call may return. */
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

/** A row whose types and examples come from its call. */
export const row = <Request, Reply>(
  call: Call<Request, Reply> & Readonly<{ scope?: ApiScope | null }>,
  rest: RowOf<Request, Reply>,
): CallRow => ({ call, ...rest });
