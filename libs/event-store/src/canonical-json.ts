import canonicalize from 'canonicalize';

/** RFC 8785: one text for each value, regardless of key order. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('JSON cannot carry this value');
  return text;
}
