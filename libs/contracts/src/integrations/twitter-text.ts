import { TOP_LEVEL_DOMAINS } from './top-level-domains.ts';
import type { TextRange } from './web-addresses.ts';

/**
 * The rules of twitter-text (configuration 3) about links in a text. X uses these rules. Mastodon uses them with its own rules for paths
 * (`config/initializers/twitter_regex.rb`).
 */
export type LinkGrammar = Readonly<{
  /** Matches a protocol at the end of the text before a domain. */
  protocol: RegExp;
  /** Whether a bare domain with a known ending is a link, even when its writer did not mean it. */
  bare: boolean;
  path: RegExp;
  /** The last character of a path. A closing parenthesis is in a path only with the one that opens it. */
  pathEnd: RegExp;
  query: RegExp;
}>;

const SPACES = '\\t-\\r \\x85\\xa0\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const DIRECTIONS = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const NO_CHARACTERS = '\\ufeff\\ufffe\\uffff';
const LATIN =
  '\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff';
const PUNCTUATION = "!'#%&()*+,\\\\/:;<=>?@\\[\\]^{|}~$";

/** A run of characters that can be part of a domain. */
const RUN = new RegExp(`[^${PUNCTUATION}${SPACES}${DIRECTIONS}${NO_CHARACTERS}]+`, 'gu');
const PLAIN_RUN = new RegExp(`(?:[-a-z0-9${LATIN}]+\\.)+`, 'giu');
/** No link begins directly after one of these characters. */
const NEVER_BEFORE = /[A-Za-z0-9@＠$#＃\ufeff\ufffe\uffff]$/u;
/** A link without a protocol does not begin directly after one of these characters either. */
const NEVER_BEFORE_BARE = /[-_./]$/u;
const NEVER_AFTER_ENDING = /^[0-9A-Za-z@+-]/u;

const PORT = /^:\d+/u;
const X_PATH_CHAR = `[a-z0-9!*';:=+,.$/%#[\\]\\u2013_~@|&\\-\\u0400-\\u04ff${LATIN}]`;
const pathOf = (char: string): RegExp =>
  new RegExp(`^/(?:${char}|\\((?:${char}*\\(${char}+\\)${char}*|${char}+)\\))*`, 'iu');
export const X_LINKS: LinkGrammar = {
  protocol: /https?:\/\/$/iu,
  bare: true,
  path: pathOf(X_PATH_CHAR),
  pathEnd: new RegExp(`[-+a-z0-9=_#/)\\u0400-\\u04ff${LATIN}]`, 'iu'),
  query: /^\?[-a-z0-9!?*'@();:&=+$/%#[\]_.,~|]*[-a-z0-9_&=#/]/iu,
};
/** Letters and marks of all scripts belong to a path or a query, and so do words that follow without a space. */
export const MASTODON_LINKS: LinkGrammar = {
  protocol: /(?:https?|dat|dweb|ipfs|ipns|ssb|gopher|gemini):\/\/$/iu,
  bare: false,
  path: pathOf('[^\\s\\x85<>()?]'),
  pathEnd: /[^\s\x85(?!*"'「」<>;:=,.$%[\]~&|@]/u,
  query: /^\?[-a-z0-9!?*'();:&=+$/%#[\]_.,~|@^\u{a0}-\u{10fffd}]*[-a-z0-9_&=#/\u{a0}-\u{10fffd}]/iu,
};
/** X's own short links end after their name. */
const SHORT_LINK = /^https?:\/\/t\.co\/[a-z0-9]+/iu;
const ENDING_MAX = 24;
/** The length of the longest protocol (`gopher://`), with the character before it. */
const PROTOCOL_MAX = 10;

/** The links of a text, in order. */
export function* twitterLinks(text: string, grammar: LinkGrammar): Generator<TextRange> {
  let readTo = 0;
  for (const match of text.matchAll(RUN)) {
    const index = startOf(match[0], match.index, readTo);
    if (index === null) continue;
    const run = match[0].slice(index - match.index);
    const before = text.slice(Math.max(0, index - PROTOCOL_MAX), index);
    const protocol = grammar.protocol.exec(before)?.[0] ?? '';
    const hasProtocol = protocol !== '' && !NEVER_BEFORE.test(before.slice(0, -protocol.length));
    if (!hasProtocol && (!grammar.bare || NEVER_BEFORE.test(before) || NEVER_BEFORE_BARE.test(before)))
      continue;
    const end = endOfDomain(text, index, run, LABEL);
    if (end === null) continue;
    const path = pathAfter(text.slice(end), grammar);
    readTo = end + path.length;
    if (hasProtocol)
      yield {
        start: index - protocol.length,
        end: shortened(text, index - protocol.length, readTo, grammar),
      };
    else yield* bareLinks(text, { start: index, end }, path.hasPath ? readTo : null);
  }
}

/** Every link except at the beginning of the text needs a separate character before it. */
function startOf(run: string, index: number, readTo: number): number | null {
  if (index > readTo || readTo === 0) return index;
  const [first = ''] = run.slice(readTo - index);
  return first === '' || NEVER_BEFORE.test(first) ? null : readTo + first.length;
}

function shortened(text: string, start: number, end: number, { query }: LinkGrammar): number {
  const name = SHORT_LINK.exec(text.slice(start, end))?.[0].length;
  return name === undefined
    ? end
    : start + name + (query.exec(text.slice(start + name, end))?.[0].length ?? 0);
}

/** In a domain with other letters, only the ASCII parts with an ending are links. The path belongs to the last part. */
function* bareLinks(text: string, domain: TextRange, pathEnd: number | null): Generator<TextRange> {
  const found = Array.from(
    text.slice(domain.start, domain.end).matchAll(PLAIN_RUN),
    ({ 0: run, index }): TextRange | null => {
      const start = domain.start + index;
      const end = endOfDomain(text, start, run, ANY_LABEL);
      return end === null ? null : { start, end };
    },
  ).filter((range) => range !== null);
  const last = found.pop();
  yield* found;
  if (last) yield { start: last.start, end: pathEnd ?? last.end };
}

type LabelRule = Readonly<{ inside: RegExp; last: RegExp }>;
/** `last` is the label before the ending, where an underscore is not allowed. */
const LABEL: LabelRule = { inside: /^[^-_](?:.*[^-_])?$/su, last: /^[^-_](?:[^_]*[^-_])?$/u };
const ANY_LABEL: LabelRule = { inside: /./su, last: /./su };

/** The end of the longest domain at the beginning of `run`; null: there is no domain. */
function endOfDomain(text: string, start: number, run: string, rule: LabelRule): number | null {
  let end: number | null = null;
  let at = start;
  for (const label of run.split('.').slice(0, -1)) {
    at += label.length + 1;
    const ending = endingAt(text, at);
    if (ending > 0 && rule.last.test(label)) end = at + ending;
    if (!rule.inside.test(label)) break;
  }
  return end;
}

/** The length of the top-level domain that begins at `at`; 0: none begins there. */
function endingAt(text: string, at: number): number {
  const rest = text.slice(at, at + 63).toLowerCase();
  const punycode = /^xn--[-0-9a-z]+/u.exec(rest);
  if (punycode) return punycode[0].length;
  for (let length = Math.min(ENDING_MAX, rest.length); length > 1; length--) {
    const isEnding = TOP_LEVEL_DOMAINS.has(rest.slice(0, length));
    if (isEnding && !NEVER_AFTER_ENDING.test(rest.slice(length))) return length;
  }
  return 0;
}

/** The part of a link after its domain. */
function pathAfter(
  rest: string,
  { path: pattern, pathEnd, query: queryPattern }: LinkGrammar,
): Readonly<{ length: number; hasPath: boolean }> {
  const port = PORT.exec(rest)?.[0].length ?? 0;
  const path = withoutTrailing(pattern.exec(rest.slice(port))?.[0] ?? '', pathEnd);
  const query = queryPattern.exec(rest.slice(port + path.length))?.[0].length ?? 0;
  return { length: port + path.length + query, hasPath: path !== '' };
}

/** Searches from the end, character by character, so that a long run of punctuation is read only once. */
function withoutTrailing(path: string, pathEnd: RegExp): string {
  let end = path.length;
  while (end > 0 && !pathEnd.test(path.charAt(end - 1))) end -= 1;
  return path.slice(0, end);
}
