import { plainText } from './plain-text.ts';

/** Top-level domains that may follow a spelled-out dot. With all top-level domains, "point to" would be a domain. */
const TLD = '(?:com|net|org|io|co|ru|cn|info|biz|xyz|shop|store|site|online|app|example)';
const SCHEME = /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|(?:mailto|tel|sms|javascript|data):)\S*/gu;
/** A name with dots. One letter after the last dot is an abbreviation: e.g., a.m. */
const DOMAIN =
  /(?<![\p{L}\p{N}\p{M}@.-])(?:[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?\.)+(?:xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})(?::\d+)?(?:[/?#]\S*)?/gu;
const ADDRESS_OF_MACHINE = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d)\S*/gu;
const AT_WORDS = '(?:at|arroba|chez|собака|アット)';
const DOT_WORDS = '(?:dot|punkt|punto|point|ponto|nokta|kropka|точка|नुक्ता|نقطة|点|點|ドット|닷|점)';
/** Spelled-out dots: evil[.]com, evil (dot) com, evil dot com. */
const BRACKETED = new RegExp(`\\s*[[({<]\\s*(?:\\.|${DOT_WORDS})\\s*[\\])}>]\\s*`, 'gu');
const SPELLED = new RegExp(`(?<=[\\p{L}\\p{N}])\\s+${DOT_WORDS}\\s+(?=${TLD}(?![\\p{L}\\p{N}]))`, 'gu');
const SPACED = new RegExp(`(?<=[\\p{L}\\p{N}])\\s+\\.\\s*(?=${TLD}(?:[/\\s]|$))`, 'gu');
/** Full stops of other scripts count as dots only between Latin letters. Elsewhere they end a sentence. */
const FOREIGN_DOT = /(?<=[a-z0-9-])[。｡․‧·•](?=[a-z]{2,})/gu;
/**
 * A match begins only where a run of letters begins. Otherwise a long run without an @ costs the square of its length, and delays the
 * comments of other users.
 */
const MAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+/gu;
/** In brackets only: "all at bakery.example" is a sentence, and the domain check finds its domain anyway. */
const SPELLED_AT = new RegExp(`\\s*[[({<]\\s*${AT_WORDS}\\s*[\\])}>]\\s*(?=\\S{1,253}\\.\\p{L}{2})`, 'gu');

const REGIONAL = /[\u{1F1E6}-\u{1F1FF}]/gu;
const lettersOfFlags = (text: string): string =>
  text.replace(REGIONAL, (flag) => String.fromCodePoint((flag.codePointAt(0) ?? 0) - 0x1f1e6 + 97));

/** Replaces all known disguises of a dot or an @. */
const undisguised = (text: string): string =>
  plainText(lettersOfFlags(text))
    .replace(FOREIGN_DOT, '.')
    .replace(BRACKETED, '.')
    .replace(SPELLED, '.')
    .replace(SPACED, '.')
    .replace(SPELLED_AT, '@')
    .replace(/hxxp/gu, 'http');

const bare = (link: string): string =>
  link
    .replace(/^[a-z]+:\/\//u, '')
    .replace(/^www\./u, '')
    .replace(/[/.,;:!?)\]}'"»“”…。！？]+$/u, '');

const linksIn = (text: string): readonly string[] => {
  const plain = undisguised(text);
  const withoutMail = plain.replace(MAIL, ' ');
  return [SCHEME, DOMAIN, ADDRESS_OF_MACHINE]
    .flatMap((pattern) => withoutMail.match(pattern) ?? [])
    .map(bare)
    .filter(Boolean);
};
const mailsIn = (text: string): readonly string[] => undisguised(text).match(MAIL) ?? [];

/**
 * Returns true if the text contains a link or domain that is not in our post, in any spelling. If the post has a link, its host alone is allowed.
 */
export function hasForeignLink(text: string, post: string): boolean {
  const ours = linksIn(post);
  const known = new Set([...ours, ...ours.map((link) => link.replace(/[/?#].*$/u, ''))]);
  return linksIn(text).some((link) => !known.has(link));
}

/** Returns true if the text contains a mail address that is not in our post. */
export function hasForeignMailAddress(text: string, post: string): boolean {
  const known = new Set(mailsIn(post));
  return mailsIn(text).some((address) => !known.has(address));
}

export const hasLink = (text: string): boolean => linksIn(text).length > 0;
