import canonicalize from 'canonicalize';

/** RFC 8785: one text per value, whatever order a store gives the keys back in. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('JSON cannot carry this value');
  return text;
}
