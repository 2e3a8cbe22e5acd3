import type { Schema } from './call-row.ts';

/** These types describe only the parts of the document that this module reads. */
export type Reference = Readonly<{ $ref: string }>;
export type DocumentParameter = Readonly<{
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}>;
type MediaTypes = Readonly<Record<string, Readonly<{ schema: Schema; example?: unknown }>>>;
export type DocumentResponse = Readonly<{
  description: string;
  headers?: Readonly<Record<string, Reference>>;
  content?: MediaTypes;
  'x-codes'?: readonly string[];
}>;
export type DocumentOperation = Readonly<{
  operationId: string;
  tags: readonly [string];
  summary: string;
  description?: string;
  security: readonly Readonly<{ token: readonly string[] }>[];
  parameters: readonly (DocumentParameter | Reference)[];
  requestBody?: Readonly<{ required: boolean; content: MediaTypes }>;
  responses: Readonly<Record<string, DocumentResponse | Reference>>;
}>;
export type ApiDocument = Readonly<{
  info: Readonly<{ title: string; version: string; description: string }>;
  servers: readonly Readonly<{ url: string }>[];
  tags: readonly Readonly<{ name: string; description: string }>[];
  paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  'x-error-codes': Readonly<Record<string, Readonly<{ status: number; means: string }>>>;
}>;

/** Returns `thing`, or the object to which it refers. */
export function resolved<Thing>(document: ApiDocument, thing: Thing | Reference): Thing {
  if (typeof thing !== 'object' || thing === null || !('$ref' in thing)) return thing;
  const found = thing.$ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((part, name) => (part as Readonly<Record<string, unknown>>)[name], document);
  return found as Thing;
}
