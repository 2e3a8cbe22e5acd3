import { domainToASCII, domainToUnicode } from 'node:url';

/** Control and format characters, lone surrogates, line ends. They are invisible, and a terminal or a mail client obeys some of them. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;
/** A local part that needs no quotes (RFC 5322 section 3.2.3, with the letters of RFC 6532). */
const DOT_ATOM = /^[^\s"(),.:;<>@[\\\]]+(?:\.[^\s"(),.:;<>@[\\\]]+)*$/u;

/**
 * The canonical form of an e-mail address, so that one mailbox is one person. It has lower case, composed letters (NFC), no unnecessary quotes, the
 * domain in its DNS form. Null for a text with invisible characters, or one that is not an e-mail address. Other rules for a good address are checked
 * separately.
 */
export function canonicalAddress(typed: string): string | null {
  const text = typed.trim().toLowerCase().normalize('NFC');
  const cut = text.lastIndexOf('@');
  const local = unquoted(text.slice(0, Math.max(cut, 0)));
  const domain = domainToASCII(text.slice(cut + 1));
  return cut < 0 || local === '' || domain === '' || UNSEEN.test(text) ? null : `${local}@${domain}`;
}

/** Whether both addresses are the same in canonical form. An address without such a form is the same only as itself. */
export const isSameMailbox = (one: string, other: string): boolean =>
  (canonicalAddress(one) ?? one) === (canonicalAddress(other) ?? other);

function unquoted(local: string): string {
  if (!/^".*"$/su.test(local) || local.length < 2) return local;
  const inner = local.slice(1, -1).replace(/\\(.)/gsu, '$1');
  return DOT_ATOM.test(inner) ? inner : `"${inner.replace(/["\\]/gu, '\\$&')}"`;
}

/** The spellings of a canonical address in data that is older than this form. */
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
    // One half may be composed and the other not, as when a name was typed and its host was copied.
    address.slice(0, address.lastIndexOf('@')).normalize('NFD') + address.slice(address.lastIndexOf('@')),
  ]);
  return [...new Set(all)].filter((address) => address !== canonical);
}
