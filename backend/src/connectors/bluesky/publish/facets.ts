import { TOP_LEVEL_DOMAINS } from '@posthorn/contracts/integrations/top-level-domains';
import {
  endOfAddress,
  FOREIGN_MARK,
  UNSEEN_MARK,
  webAddresses,
  withPlainScheme,
} from '@posthorn/contracts/integrations/web-addresses';
import { byteLength, graphemeLength } from '@posthorn/contracts/shared/text';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';

/** A range of a text that is a link, a hashtag or a mention. `start` and `end`: offsets in UTF-16 units. */
export type FacetRange = Readonly<
  { start: number; end: number } & (
    | { kind: 'link'; uri: string }
    | { kind: 'tag'; tag: string }
    | { kind: 'mention'; handle: string }
  )
>;

/**
 * A link may begin at the start of a text or word, or after a bracket. It may also begin after any non-ASCII character, because
 * some scripts have no spaces.
 */
const BEFORE_LINK = /(?:^|[\s(]|(?![\u0000-\u007f]).)$/su;
const DOMAIN = /(?:^|(?<=[\s(]|(?![\u0000-\u007f])[\p{P}\p{S}]))[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+/giu;
const MENTION = /(^|\s|\()@([a-zA-Z0-9.-]+\.[a-zA-Z0-9-]+)\b/gu;
const INVISIBLE = String.raw`\u200a-\u200d\u20e2${UNSEEN_MARK}`;
/**
 * Matches the same hashtags as Bluesky's app. Punctuation of other scripts also ends a hashtag, because no space follows `、`. So do marks of direction,
 * which keyboards add after words that are written from right to left.
 */
const TAG = new RegExp(
  String.raw`(^|[\s${FOREIGN_MARK}])[#\uff03]((?!\ufe0f)[[^\s${INVISIBLE}]--${FOREIGN_MARK}]*[[^\d\s\p{P}${INVISIBLE}]--${FOREIGN_MARK}]+[[^\s${INVISIBLE}]--${FOREIGN_MARK}]*)`,
  'gv',
);
/** Matches a stock symbol, which Bluesky treats as a hashtag with a different sign. */
const CASHTAG = /(^|\s|\()\$([a-z][a-z0-9]{0,4})(?=\s|$|[.,;:!?)"'\u2019])/giu;
/** As in Bluesky's app, a name without a scheme is a link if it ends with a top-level domain. `node.js` is not a link. */
const isDomain = (name: string): boolean => {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return TOP_LEVEL_DOMAINS.has(ending) || ending.startsWith('xn--');
};
const TAG_GRAPHEMES = 64;
const TAG_BYTES = 640;

/** The ranges that the platform's own app would make clickable, in order of appearance. */
export function facetRangesOf(text: string): FacetRange[] {
  return [...linksOf(text), ...mentionsOf(text), ...tagsOf(text), ...cashtagsOf(text)].sort(
    (a, b) => a.start - b.start,
  );
}

function linksOf(text: string): FacetRange[] {
  const addresses = [...addressesOf(text)];
  const domains = [...domainsOf(text)].filter(
    ({ start }) => !addresses.some((address) => start >= address.start && start < address.end),
  );
  return [...addresses, ...domains];
}

function* addressesOf(text: string): Generator<FacetRange> {
  for (const { start, end } of webAddresses(text, 'kept')) {
    const uri = withPlainScheme(text.slice(start, end));
    const isLink = uri.startsWith('http') && BEFORE_LINK.test(text.slice(Math.max(0, start - 2), start));
    if (isLink && URL.canParse(uri)) yield { kind: 'link', uri, start, end };
  }
}

function* domainsOf(text: string): Generator<FacetRange> {
  let linkedTo = 0;
  for (const { 0: domain, index: start } of text.matchAll(DOMAIN)) {
    if (start < linkedTo) continue;
    // A name before an `@` is part of a mail address.
    if (!isDomain(domain) || text.startsWith('@', start + domain.length)) continue;
    const end = endOfAddress(text, start, 'kept');
    const uri = `https://${text.slice(start, end)}`;
    linkedTo = end;
    if (URL.canParse(uri)) yield { kind: 'link', uri, start, end };
  }
}

function* mentionsOf(text: string): Generator<FacetRange> {
  for (const { 1: before = '', 2: handle = '', index } of text.matchAll(MENTION)) {
    const start = index + before.length;
    yield { kind: 'mention', handle: handle.toLowerCase(), start, end: start + 1 + handle.length };
  }
}

function* tagsOf(text: string): Generator<FacetRange> {
  for (const { 1: before = '', 2: found = '', index } of text.matchAll(TAG)) {
    const tag = found.trim().replace(/\p{P}+$/gu, '');
    if (tag === '' || graphemeLength(tag) > TAG_GRAPHEMES || byteLength(tag) > TAG_BYTES) continue;
    const start = index + before.length;
    yield { kind: 'tag', tag, start, end: start + 1 + tag.length };
  }
}

function* cashtagsOf(text: string): Generator<FacetRange> {
  for (const { 1: before = '', 2: letters = '', index } of text.matchAll(CASHTAG)) {
    const start = index + before.length;
    yield { kind: 'tag', tag: `$${letters.toUpperCase()}`, start, end: start + 1 + letters.length };
  }
}

/** The facets of a record: offsets in UTF-8 bytes, end exclusive. A mention of an unknown handle stays text. */
export async function facetsOf(
  text: string,
  didOf: (handle: string) => Promise<string | null>,
): Promise<JsonObject[]> {
  const ranges = facetRangesOf(text);
  const handles = new Set(ranges.flatMap((range) => (range.kind === 'mention' ? [range.handle] : [])));
  // All look-ups run in parallel, because each may reach a slow server.
  const dids = new Map(
    await Promise.all([...handles].map(async (handle) => [handle, await didOf(handle)] as const)),
  );
  return ranges.flatMap((range) => {
    const feature = featureOf(range, dids);
    if (!feature) return [];
    const byteStart = byteLength(text.slice(0, range.start));
    const byteEnd = byteStart + byteLength(text.slice(range.start, range.end));
    return [{ index: { byteStart, byteEnd }, features: [feature] }];
  });
}

function featureOf(range: FacetRange, dids: ReadonlyMap<string, string | null>): JsonObject | null {
  switch (range.kind) {
    case 'link':
      return { $type: 'app.bsky.richtext.facet#link', uri: range.uri };
    case 'tag':
      return { $type: 'app.bsky.richtext.facet#tag', tag: range.tag };
    case 'mention': {
      const did = dids.get(range.handle) ?? null;
      return did === null ? null : { $type: 'app.bsky.richtext.facet#mention', did };
    }
  }
}
