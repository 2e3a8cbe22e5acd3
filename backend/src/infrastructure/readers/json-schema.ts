import type { JsonObject } from '@posthorn/event-sourcing/event-store';

/** A schema in the form of JSON Schema 2020-12 (json-schema.org/draft/2020-12/schema). */
export type JsonSchema = JsonObject & Readonly<{ description?: string }>;

/** The dialect of every schema of an export. */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** A text. With `oneOf`, one of these values. */
export const text = (description: string, oneOf?: readonly string[]): JsonSchema => ({
  type: 'string',
  description,
  ...(oneOf && { enum: oneOf }),
});
/** An instant in the form of `Date.toISOString`, in UTC. */
export const instant = (description: string): JsonSchema => ({
  type: 'string',
  format: 'date-time',
  description,
});
export const number = (description: string): JsonSchema => ({ type: 'number', description });
export const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
/** An object of any JSON. */
export const anyObject = (description: string): JsonSchema => ({ type: 'object', description });
export const list = (description: string, items: JsonSchema): JsonSchema => ({
  type: 'array',
  description,
  items,
});
/** Exactly these fields, all required. */
export const record = (
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
/** The same schema, or null. */
export const orNull = (schema: JsonSchema): JsonSchema => {
  const { description = '', ...value } = schema;
  return { description, anyOf: [value, { type: 'null' }] };
};
