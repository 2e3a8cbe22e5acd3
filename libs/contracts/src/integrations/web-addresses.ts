/** A part of a text. Offsets are UTF-16, as JavaScript counts; `end` is exclusive. */
export type TextRange = Readonly<{ start: number; end: number }>;

/**
 * `end`: an ASCII quotation mark ends a URL, as writers use it. `kept`: the mark is part of the URL, as in Bluesky's own library:
 * `packages/api/src/rich-text/detection.ts` of `bluesky-social/atproto`.
 */
export type QuotesRule = 'end' | 'kept';

/**
 * Source of a pattern with the flag `v`: punctuation of other scripts, which ends a URL: `。`, `、`, `）`, `」`, `，`, `؟`, `।`,
 * `”`. ASCII marks may be part of a URL.
 */
export const FOREIGN_MARK = String.raw`[[\p{Terminal_Punctuation}\p{Ps}\p{Pe}\p{Pi}\p{Pf}]--\p{ASCII}]`;
/**
 * Source of a pattern: marks of direction, zero-width spaces and soft hyphens. Keyboards and office programs put them beside URLs. Joiners are not
 * among them, because words of some scripts contain joiners.
 */
export const UNSEEN_MARK = String.raw`[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]`;
const bodyOf = (never: string): RegExp =>
  new RegExp(String.raw`(?:https?:\/\/)?[\S--${FOREIGN_MARK}--${UNSEEN_MARK}--[${never}]]+`, 'ivy');
const BODY: Readonly<Record<QuotesRule, RegExp>> = { end: bodyOf('<>"'), kept: bodyOf('') };

/** Punctuation of the sentence after a URL. */
const TRAILING_MARK: Readonly<Record<QuotesRule, RegExp>> = {
  end: /[.,;:!?'"\]～\u200c\u200d]|(?![!-~])\p{P}/u,
  kept: /[.,;:!?～\u200c\u200d]|(?![!-~])\p{P}/u,
};
const SCHEME = /^https?:\/\//iu;
/** No ending of a host mixes ASCII with other letters: in `example.comです` the URL ends before `です`. */
const MIXED_ENDING = /^(?:[^/?#:]*\.)?[a-z0-9-]+(?=[^/?#:.\u0000-\u007f][^/?#:.]*(?:[/?#:]|$))/iu;
/** ASCII characters that no host contains. */
const NEVER_IN_HOST = String.raw`[!"$&'\(\)*+,;<=>^\x60\{\|\}~]`;
/**
 * A host that ends before such a character: `shop.com's`, `shop.com,news`, `shop.com*`. Excludes a user name or password, which ends with `@`.
 */
const ENDED_HOST = new RegExp(
  String.raw`(?:https?:\/\/)?[\S--[\/?#@\\]--${FOREIGN_MARK}--${UNSEEN_MARK}--${NEVER_IN_HOST}]+(?=${NEVER_IN_HOST}(?![^\s\/?#\\]{0,99}@))`,
  'ivy',
);
const START = /https?:\/\/|(?<![\w@./-])www\.(?=[^\s<>"./]+\.[\p{L}\p{N}])/giu;

/** The end of the URL that begins at `start` with its scheme or its host; `start` if there is none. */
export function endOfAddress(text: string, start: number, quotes: QuotesRule = 'end'): number {
  const found = matchAt(ENDED_HOST, text, start) ?? matchAt(BODY[quotes], text, start) ?? '';
  const scheme = SCHEME.exec(found)?.[0].length ?? 0;
  const host = MIXED_ENDING.exec(found.slice(scheme))?.[0].length;
  const length = lengthWithoutMarks(host === undefined ? found : found.slice(0, scheme + host), quotes);
  return length > scheme ? start + length : start;
}

function matchAt(sticky: RegExp, text: string, start: number): string | null {
  sticky.lastIndex = start;
  return sticky.exec(text)?.[0] ?? null;
}

/** Searches from the end, character by character. A closing bracket whose opening bracket is before the URL does not belong to the URL. */
function lengthWithoutMarks(address: string, quotes: QuotesRule): number {
  let open = address.split('(').length - address.split(')').length;
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ')' && open < 0) open += 1;
    else if (!TRAILING_MARK[quotes].test(last)) break;
  }
  return end;
}

/**
 * The URLs in the order of the text, including those without a scheme that begin with `www.`. Both count as links, by the
 * examples of developers.facebook.com/documentation/threads/create-posts/text-attachments.
 */
export function* webAddresses(text: string, quotes: QuotesRule = 'end'): Generator<TextRange> {
  const starts = new RegExp(START);
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const end = endOfAddress(text, match.index, quotes);
    if (end === match.index) continue;
    yield { start: match.index, end };
    starts.lastIndex = Math.max(end, starts.lastIndex);
  }
}

export const linksIn = (text: string): string[] =>
  Array.from(webAddresses(text), ({ start, end }) => text.slice(start, end));

/** The text with each URL replaced by the result of `replace`. */
export function withoutAddresses(text: string, replace: (address: string) => string): string {
  let rest = '';
  let read = 0;
  for (const { start, end } of webAddresses(text)) {
    rest += text.slice(read, start) + replace(text.slice(start, end));
    read = end;
  }
  return rest + text.slice(read);
}

/** Phones write `Https://` at the beginning of a line. The URL is the same, but apps recognize only a scheme in lower case. */
export const withPlainScheme = (address: string): string =>
  address.replace(SCHEME, (scheme) => scheme.toLowerCase());
