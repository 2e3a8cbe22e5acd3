import canonicalize from 'canonicalize';

/** Canonical JSON (RFC 8785): equal values give the same text, regardless of key order. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('JSON cannot carry this value');
  return text;
}
