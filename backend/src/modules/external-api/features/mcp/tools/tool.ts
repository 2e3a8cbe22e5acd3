import type { ExternalCall } from '@posthorn/contracts/external/posts.http';
import type { Schema } from '../../../document/call-row.ts';

/** Where an argument is in the call, and its name there. `none`: it appears only in the schema. */
export type Argument = Readonly<{
  in: 'path' | 'query' | 'body' | 'header' | 'none';
  as: string;
  schema: Schema;
  isRequired: boolean;
}>;

/** Hints for a client that asks its user before it calls a tool. */
export type Hints = Readonly<{
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
  openWorld: boolean;
}>;

/** One call of `/api/external` as a tool for assistants. The call defines rules, scope and refusals; the tool only maps its arguments. */
export type Tool = Readonly<{
  name: string;
  title: string;
  description: string;
  hints: Hints;
  call: ExternalCall<unknown, unknown>;
  arguments: Readonly<Record<string, Argument>>;
  /** Query parameters that are sent with each call. */
  query?: Readonly<Record<string, string>>;
  /** The status of a successful response. Default: 200. */
  answer?: 200 | 201;
  /** The property of the structured content that contains the response, if the response is a list. */
  listName?: string;
  /**
   * Paths of texts in the response that neither the user nor Posthorn wrote: comments, names and messages of platforms. `[]` stands for each
   * item of a list.
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
/** The assistant must give this argument, but the call does not receive it. */
export const notSent = (schema: Schema): Argument => ({ in: 'none', as: '', schema, isRequired: true });

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
