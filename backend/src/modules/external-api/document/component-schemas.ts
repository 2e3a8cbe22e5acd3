import { BOUNDS, FRACTIONS } from './bounds.ts';
import type { Schema } from './call-row.ts';

type Definitions = Readonly<Record<string, Schema>>;
/** Names of properties that contain an instant. */
const MOMENT = /(?:^at|^scheduledFor|^plannedFor|At|Until|Since)$/u;

/**
 * Turns the generator's definitions into components of an OpenAPI document.
 * @param roots a type with one property for each request or response type
 * @throws Error when a bound is for a path that does not exist
 */
export function componentSchemas(roots: Schema, definitions: Definitions): Definitions {
  const named = Object.entries(roots['properties'] as Definitions);
  const names = new Map(
    named.flatMap(([name, { $ref }]) => (typeof $ref === 'string' ? [[typeOf($ref), name] as const] : [])),
  );
  const refinement = new Refinement(names);
  const inline = named.filter(([, { $ref }]) => $ref === undefined);
  const all = [
    ...Object.entries(definitions).map(([type, schema]) => [names.get(type) ?? type, schema] as const),
    ...inline,
  ];
  const schemas = all.map(([name, schema]) => [name, refinement.schemaAt(name, schema)] as const);
  refinement.assertAllUsed();
  return Object.fromEntries(schemas.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const typeOf = (ref: string): string => ref.replace('#/definitions/', '');

class Refinement {
  readonly #unused = new Set([...Object.keys(BOUNDS), ...FRACTIONS]);
  readonly #names: ReadonlyMap<string, string>;

  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names;
  }

  /** @param place the path of this schema: `Post.targets[]` */
  schemaAt(place: string, { description, ...schema }: Schema): Schema {
    const refined = Object.fromEntries(
      Object.entries(schema)
        // The generator adds `additionalProperties: false` to objects with one property, in spite of its options.
        .filter(([keyword, value]) => keyword !== 'additionalProperties' || value !== false)
        .map(([keyword, value]) => [keyword, this.#keyword(place, keyword, value)]),
    );
    const isMoment = refined['type'] !== 'object' && MOMENT.test(place.split('.').at(-1) ?? '');
    this.#unused.delete(place);
    return {
      ...(description !== undefined && { description: oneLine(description) }),
      ...refined,
      ...(isMoment && { format: 'date-time' }),
      ...BOUNDS[place],
    };
  }

  #keyword(place: string, keyword: string, value: unknown): unknown {
    switch (keyword) {
      case '$ref':
        return `#/components/schemas/${this.#names.get(typeOf(String(value))) ?? typeOf(String(value))}`;
      case 'type':
        return this.#type(place, value);
      case 'properties':
        return Object.fromEntries(
          Object.entries(value as Definitions).map(([name, each]) => [
            name,
            this.schemaAt(`${place}.${name}`, each),
          ]),
        );
      case 'items':
        return this.schemaAt(`${place}[]`, value as Schema);
      case 'anyOf':
        return (value as readonly Schema[]).map((each) => this.schemaAt(`${place}|`, each));
      case 'additionalProperties':
        return this.schemaAt(`${place}{}`, value as Schema);
      default:
        return value;
    }
  }

  #type(place: string, type: unknown): unknown {
    if (FRACTIONS.includes(place)) {
      this.#unused.delete(place);
      return type;
    }
    const whole = (each: unknown) => (each === 'number' ? 'integer' : each);
    return Array.isArray(type) ? type.map(whole) : whole(type);
  }

  assertAllUsed(): void {
    if (this.#unused.size > 0)
      throw new Error(`Nothing in the document is called ${[...this.#unused].join(', ')}.`);
  }
}

const oneLine = (text: unknown): string => String(text).replace(/\s+/gu, ' ').trim();
