import type { JsonObject } from '@posthorn/event-sourcing/event-store';

/** A schema as JSON Schema 2020-12 (json-schema.org/draft/2020-12/schema) writes it. */
export type JsonSchema = JsonObject & Readonly<{ description?: string }>;

/** The dialect that every schema of an export names. */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** A text of one of these values, or of any. */
export const text = (description: string, oneOf?: readonly string[]): JsonSchema => ({
  type: 'string',
  description,
  ...(oneOf && { enum: oneOf }),
});
/** As `Date.toISOString` writes it, in UTC. */
export const instant = (description: string): JsonSchema => ({
  type: 'string',
  format: 'date-time',
  description,
});
export const number = (description: string): JsonSchema => ({ type: 'number', description });
export const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
/** Whatever JSON holds below it. */
export const anyObject = (description: string): JsonSchema => ({ type: 'object', description });
export const list = (description: string, items: JsonSchema): JsonSchema => ({
  type: 'array',
  description,
  items,
});
/** Exactly these fields, each of them always there. */
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
/** The same, or null. */
export const orNull = (schema: JsonSchema): JsonSchema => {
  const { description = '', ...value } = schema;
  return { description, anyOf: [value, { type: 'null' }] };
};
