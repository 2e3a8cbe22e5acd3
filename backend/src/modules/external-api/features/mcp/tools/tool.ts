import type { ExternalCall } from '@posthorn/contracts/external/posts.http';
import type { Schema } from '../../../document/call-row.ts';

/** Where an argument goes in the call, and what it is called there. `none`: it is for the schema alone. */
export type Argument = Readonly<{
  in: 'path' | 'query' | 'body' | 'header' | 'none';
  as: string;
  schema: Schema;
  isRequired: boolean;
}>;

/** What a client may know of a tool before it asks its user whether to call it. */
export type Hints = Readonly<{
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
  openWorld: boolean;
}>;

/**
 * One call of `/api/external` as assistants see it. The rules are those of the call, and so are its scope and its refusals: a tool only
 * says what goes where.
 */
export type Tool = Readonly<{
  name: string;
  title: string;
  description: string;
  hints: Hints;
  call: ExternalCall<unknown, unknown>;
  arguments: Readonly<Record<string, Argument>>;
  /** Sent with each call. */
  query?: Readonly<Record<string, string>>;
  /** Status of its answer; left out: 200. */
  answer?: 200 | 201;
  /** What the answer is called in structured content, where it is a list. */
  listName?: string;
  /**
   * Where words may stand in the answer that neither the user nor Posthorn wrote: comments, names and sentences of platforms. `[]`: in
   * each of a list.
   */
  strangers: readonly string[];
}>;

type Place = (schema: Schema, as: string) => Argument;
const at =
  (place: Argument['in'], isRequired: boolean): Place =>
  (schema, as) => ({ in: place, as, schema, isRequired });

export const inPath = at('path', true);
export const inQuery = at('query', false);
export const inBody = at('body', false);
export const inHeader = at('header', false);
export const required = (argument: Argument): Argument => ({ ...argument, isRequired: true });
/** The assistant has to say it; the call does not hear of it. */
export const saidOnly = (schema: Schema): Argument => ({ in: 'none', as: '', schema, isRequired: true });

export const text = (description: string): Schema => ({ type: 'string', description });
export const id = (description: string): Schema => ({ type: 'integer', minimum: 1, description });
export const oneOf = (values: readonly string[], description: string): Schema => ({
  type: 'string',
  enum: values,
  description,
});
export const listOf = (items: Schema, description: string): Schema => ({
  type: 'array',
  items,
  description,
});
export const object = (properties: Readonly<Record<string, Schema>>, needed: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required: needed,
  additionalProperties: false,
});
