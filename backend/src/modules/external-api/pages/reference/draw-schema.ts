import { markup, type Html } from '#infrastructure/http/pages/markup.ts';
import type { Schema } from '../../document/call-row.ts';
import { prose } from './prose.ts';
import { REFERENCE_TEXT as TEXT } from './reference-text.ts';

type Fields = Readonly<Record<string, Schema>>;

/** The anchor of a type's description. */
export const typeAnchor = (name: string): string => `type-${name}`;
export const typeName = (ref: string): string => ref.split('/').at(-1) ?? '';

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
  array: 'list',
};

/** Draws the fields of an object, including nested objects. */
export function fieldList(fields: Fields, required: readonly string[]): Html {
  const rows = Object.entries(fields).map(([name, schema]) => {
    const inner = innerObject(schema);
    return markup`<dt><code>${name}</code> <i>${kind(schema)}${required.includes(name) ? markup`, ${TEXT.required}` : null}</i></dt>
<dd>${typeof schema['description'] === 'string' ? prose(schema['description']) : null}${limits(schema)}${inner && markup`<div class="fields">${inner}</div>`}</dd>`;
  });
  return markup`<dl>${rows}</dl>`;
}

/** Draws a named type: its fields, or its possible values. */
export function typeBody(schema: Schema): Html {
  const inner = innerObject(schema);
  const description =
    typeof schema['description'] === 'string' ? markup`<p>${prose(schema['description'])}</p>` : null;
  return markup`${description}${inner ?? markup`<p>${kind(schema)}${limits(schema)}</p>`}`;
}

/** Draws the inline object of a schema: the object itself, the items of a list, or each of the alternatives. */
function innerObject(schema: Schema): Html | null {
  const fields = schema['properties'] as Fields | undefined;
  if (fields) return fieldList(fields, (schema['required'] ?? []) as readonly string[]);
  const kinds = ((schema['anyOf'] ?? []) as readonly Schema[]).filter((each) => 'properties' in each);
  if (kinds.length > 0)
    return markup`${kinds.map((each) => markup`<h4>${kindOfObject(each)}</h4>${innerObject(each)}`)}`;
  const items = schema['items'] as Schema | undefined;
  return items ? innerObject(items) : null;
}

/** The label of an alternative: the field with a constant value. */
function kindOfObject({ properties }: Schema): Html {
  const [constant] = Object.values(properties as Fields).filter((each) => typeof each['const'] === 'string');
  return markup`<code>${constant ? String(constant['const']) : 'object'}</code>`;
}

function kind(schema: Schema): Html {
  if (typeof schema['$ref'] === 'string') {
    const name = typeName(schema['$ref']);
    return markup`<a href="#${typeAnchor(name)}">${name}</a>`;
  }
  if (Array.isArray(schema['anyOf'])) return joined((schema['anyOf'] as readonly Schema[]).map(kind));
  if ('const' in schema) return prose(`always \`${JSON.stringify(schema['const'])}\``);
  if (Array.isArray(schema['enum']))
    return joined((schema['enum'] as readonly unknown[]).map((each) => prose(`\`${String(each)}\``)));
  if (schema['type'] === 'array') return markup`list of ${many((schema['items'] ?? {}) as Schema)}`;
  if (schema['format'] === 'date-time') return markup`${kindWords(schema['type']).replace('text', 'time')}`;
  return markup`${kindWords(schema['type'])}`;
}

const MANY: Readonly<Record<string, string>> = {
  string: 'texts',
  integer: 'whole numbers',
  object: 'objects',
};
function many(items: Schema): Html {
  const words = MANY[String(items['type'])];
  return words === undefined || 'enum' in items ? kind(items) : markup`${words}`;
}

const joined = (all: readonly Html[]): Html => ({ html: all.map(({ html }) => html).join(' or ') });
const kindWords = (type: unknown): string =>
  (Array.isArray(type) ? (type as readonly unknown[]) : [type ?? 'anything'])
    .map((each) => KINDS[String(each)] ?? String(each))
    .join(' or ');

const LIMITS: Readonly<Record<string, (bound: string) => string>> = {
  maxLength: (bound) => `at most ${bound} characters`,
  maxItems: (bound) => `at most ${bound} of them`,
  maxProperties: (bound) => `at most ${bound} of them`,
  minimum: (bound) => `not below ${bound}`,
  maximum: (bound) => `not above ${bound}`,
  default: (bound) => `${bound} if left out`,
};

function limits(schema: Schema): Html | null {
  const sentences = Object.entries(LIMITS).flatMap(([keyword, words]) =>
    keyword in schema ? [words(String(schema[keyword]))] : [],
  );
  if (sentences.length === 0) return null;
  const [first = '', ...rest] = sentences;
  return markup` ${[first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ')}.`;
}
