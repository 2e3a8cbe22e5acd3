import type { JsonObject } from '@posthorn/event-sourcing/event-store';

type Schema = JsonObject &
  Readonly<{
    description?: string;
    properties?: Readonly<Record<string, Schema>>;
    items?: Schema;
    anyOf?: readonly Schema[];
  }>;

/** Every field of a schema as a line of a list: "- `posts[].title`: Its title." */
export function describedFields(schema: JsonObject, path = ''): readonly string[] {
  const { properties, items, anyOf } = schema as Schema;
  const own = Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [`- \`${at}\`: ${field.description ?? ''}`, ...describedFields(field, at)];
  });
  const ofItems = items ? describedFields(items, `${path}[]`) : [];
  return [...own, ...ofItems, ...(anyOf ?? []).flatMap((either) => describedFields(either, path))];
}
