/**
 * Every key that a JSON value has, however deep, sorted: `{ a: [{ b: 1 }] }` has `a` and `a[].b`. Items of a list count
 * together, so that each of them may leave out what another one has. A bare list begins with `[]`.
 */
export function keyPaths(value: unknown): readonly string[] {
  return [...new Set(below(value, ''))].sort();
}

function below(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => below(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = path === '' ? key : `${path}.${key}`;
    return [own, ...below(inner, own)];
  });
}
