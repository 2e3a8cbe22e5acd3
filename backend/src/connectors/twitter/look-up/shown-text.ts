import { xLinksIn } from '@posthorn/contracts/integrations/x-text';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { at, listOf, textOf } from '../../kit/json.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
};

/**
 * The text as its author wrote it. X replaces each URL with a short link, and adds a link at the end for files. X's
 * specification of 2026-08 renames `note_tweet` to `note_post`, but responses still use the old name.
 */
function writtenText(post: JsonValue): string {
  const long = at(post, 'note_tweet') ?? at(post, 'note_post');
  const links = new Map<string, string>();
  for (const link of [post, long].flatMap((part) => listOf(at(part, 'entities', 'urls')))) {
    const short = textOf(at(link, 'url'));
    if (short !== null) links.set(short, urlIn(link, short));
  }
  const text = textOf(at(long, 'text')) ?? textOf(at(post, 'text')) ?? '';
  return text
    .split(/(https?:\/\/[^\s/]+\/\w+)/giu)
    .map((piece) => links.get(piece) ?? decodeEntities(piece))
    .join('');
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:lt|gt|amp|quot|#39);/gu, (entity) => ENTITIES[entity] ?? entity);

function urlIn(link: JsonValue, short: string): string {
  const url =
    textOf(at(link, 'expanded_url')) ??
    textOf(at(link, 'unwound_url')) ??
    textOf(at(link, 'display_url')) ??
    short;
  const isFile = textOf(at(link, 'media_key')) !== null || FILE_PAGE.test(url);
  return isFile ? '' : url;
}
const FILE_PAGE = /^https?:\/\/(?:\w+\.)?(?:x|twitter)\.com\/[^/]+\/status\/\d+\/(?:photo|video)\/\d+$/iu;
/** Matches short links at the end, for files whose links the response does not explain. */
const LINKS_AT_END = /(?:\s*https?:\/\/t\.co\/\w+)+\s*$/iu;

/**
 * The written text without the mentions that X puts in front of a reply. These mentions are before `display_text_range`. If the
 * response has no range, all mentions at the beginning of a reply are removed.
 */
export function withoutLeadingMentions(post: JsonValue): string {
  const written = writtenText(post);
  const start = listOf(at(post, 'display_text_range'))[0];
  const isReply = listOf(at(post, 'referenced_tweets') ?? at(post, 'referenced_posts')).some(
    (reference) => at(reference, 'type') === 'replied_to',
  );
  if (typeof start === 'number') {
    const names = Array.from(textOf(at(post, 'text')) ?? '')
      .slice(0, start)
      .join('');
    return ONLY_MENTIONS.test(names) && written.startsWith(names) ? written.slice(names.length) : written;
  }
  return isReply ? written.replace(LEADING_MENTIONS, '') : written;
}
const ONLY_MENTIONS = /^(?:@\w+\s+)*$/u;
const LEADING_MENTIONS = /^(?:@\w+\s+)+/u;

/** Whether a post has the text that we sent. */
export function isText(sent: string, post: JsonValue): boolean {
  const written = withoutLeadingMentions(post);
  return [written, written.replace(LINKS_AT_END, '')].some(
    (shown) => comparableText(shown) === comparableText(sent),
  );
}

/**
 * Whether a post has the text that we sent, if the response does not explain its short links. The text between the links must be
 * equal. X cuts a long text.
 */
export function isSameText(sent: string, shown: string): boolean {
  const expected = withoutLastLinks(comparableText(withLinks(sent, xLinksIn(sent))));
  const shownText = withoutLastLinks(
    comparableText(decodeEntities(withLinks(shown, shown.match(SHORT_LINKS) ?? []))),
  );
  const isCut = shownText.endsWith('…') && expected.startsWith(shownText.slice(0, -1));
  return shownText === expected || (isCut && shownText.length > CUT_TEXT_MIN);
}
const SHORT_LINKS = /https?:\/\/t\.co\/\w+/giu;
const LINK = '\u0001';
/** The minimum number of equal characters for a cut text. X shows about 270 characters of a text with more than 280. */
const CUT_TEXT_MIN = 100;

function withLinks(text: string, links: readonly string[]): string {
  let rest = text.normalize('NFC');
  let result = '';
  for (const link of links) {
    const at = rest.indexOf(link);
    result += rest.slice(0, at) + LINK;
    rest = rest.slice(at + link.length);
  }
  return result + rest;
}

/** Removes links at the end: X may add a link for the files. */
const withoutLastLinks = (text: string): string => text.replace(/\u0001+$/u, '');

/**
 * Normalizes a text for comparison. Removes what X changes: white space, scheme and last slash of a URL, upper case, and the
 * encoding of accents.
 */
const comparableText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/https?:\/\/(\S+)/giu, '$1')
    .replace(/\/+(?=[\s).,;:!?'"\]]|$)/gu, '')
    .replace(/[\s\u200b\u00ad\ufeff]+/gu, '')
    .toLowerCase();
