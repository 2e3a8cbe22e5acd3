import { domainToASCII, domainToUnicode } from 'node:url';

/** Control and format signs, halves of letters, ends of lines: none is seen, and a terminal or a mail obeys some of them. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;
/** What needs no quotes before the `@` (RFC 5322 section 3.2.3, with the letters of RFC 6532). */
const DOT_ATOM = /^[^\s"(),.:;<>@[\\\]]+(?:\.[^\s"(),.:;<>@[\\\]]+)*$/u;

/**
 * The one way to write an address, so that one mailbox is one person: lower case, letters composed (NFC), no quotes where
 * none are needed, the domain as DNS has it. Null for what holds signs that nobody sees, or is no address at all; whether
 * it is a good one is asked apart.
 */
export function canonicalAddress(typed: string): string | null {
  const text = typed.trim().toLowerCase().normalize('NFC');
  const cut = text.lastIndexOf('@');
  const local = unquoted(text.slice(0, Math.max(cut, 0)));
  const domain = domainToASCII(text.slice(cut + 1));
  return cut < 0 || local === '' || domain === '' || UNSEEN.test(text) ? null : `${local}@${domain}`;
}

function unquoted(local: string): string {
  if (!/^".*"$/su.test(local) || local.length < 2) return local;
  const inner = local.slice(1, -1).replace(/\\(.)/gsu, '$1');
  return DOT_ATOM.test(inner) ? inner : `"${inner.replace(/["\\]/gu, '\\$&')}"`;
}

/** How a canonical address may be written in places that are older than this form. */
export function otherSpellings(canonical: string): readonly string[] {
  const cut = canonical.lastIndexOf('@');
  const [local, domain] = [canonical.slice(0, cut), canonical.slice(cut + 1)];
  const locals = DOT_ATOM.test(local) ? [local, `"${local}"`] : [local];
  const written = [domain, domainToUnicode(domain)].flatMap((host) =>
    locals.map((name) => `${name}@${host}`),
  );
  const all = written.flatMap((address) => [
    address,
    address.normalize('NFD'),
    // One half may have come composed and the other not, as when a name was typed and its host was copied.
    address.slice(0, address.lastIndexOf('@')).normalize('NFD') + address.slice(address.lastIndexOf('@')),
  ]);
  return [...new Set(all)].filter((address) => address !== canonical);
}
