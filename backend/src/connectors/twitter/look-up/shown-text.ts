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
 * The text as it was written. X replaces each address by a short link and adds one at the end for the files.
 * The specification of 2026-08 renames the long form, and answers still use the old name.
 */
function writtenText(post: JsonValue): string {
  const long = at(post, 'note_tweet') ?? at(post, 'note_post');
  const links = new Map<string, string>();
  for (const link of [post, long].flatMap((part) => listOf(at(part, 'entities', 'urls')))) {
    const short = textOf(at(link, 'url'));
    if (short !== null) links.set(short, addressIn(link, short));
  }
  const text = textOf(at(long, 'text')) ?? textOf(at(post, 'text')) ?? '';
  return text
    .split(/(https?:\/\/[^\s/]+\/\w+)/giu)
    .map((piece) => links.get(piece) ?? decoded(piece))
    .join('');
}

const decoded = (text: string): string =>
  text.replace(/&(?:lt|gt|amp|quot|#39);/gu, (entity) => ENTITIES[entity] ?? entity);

function addressIn(link: JsonValue, short: string): string {
  const address =
    textOf(at(link, 'expanded_url')) ??
    textOf(at(link, 'unwound_url')) ??
    textOf(at(link, 'display_url')) ??
    short;
  const isFile = textOf(at(link, 'media_key')) !== null || FILE_PAGE.test(address);
  return isFile ? '' : address;
}
const FILE_PAGE = /^https?:\/\/(?:\w+\.)?(?:x|twitter)\.com\/[^/]+\/status\/\d+\/(?:photo|video)\/\d+$/iu;
/** For files whose links the answer does not explain. */
const LINKS_BEHIND = /(?:\s*https?:\/\/t\.co\/\w+)+\s*$/iu;

/**
 * The same without the names that X puts in front of a reply. They stand before the displayed range. Where the answer has no range,
 * the names at the beginning of a reply count as those.
 */
export function withoutNames(post: JsonValue): string {
  const written = writtenText(post);
  const start = listOf(at(post, 'display_text_range'))[0];
  const isReply = listOf(at(post, 'referenced_tweets') ?? at(post, 'referenced_posts')).some(
    (reference) => at(reference, 'type') === 'replied_to',
  );
  if (typeof start === 'number') {
    const names = Array.from(textOf(at(post, 'text')) ?? '')
      .slice(0, start)
      .join('');
    return NAMES.test(names) && written.startsWith(names) ? written.slice(names.length) : written;
  }
  return isReply ? written.replace(NAMES_BEFORE, '') : written;
}
const NAMES = /^(?:@\w+\s+)*$/u;
const NAMES_BEFORE = /^(?:@\w+\s+)+/u;

/** Whether this post has the text that we sent. */
export function isText(sent: string, post: JsonValue): boolean {
  const written = withoutNames(post);
  return [written, written.replace(LINKS_BEHIND, '')].some((shown) => essence(shown) === essence(sent));
}

/** Compares a text whose short links have no explanation: the parts between them must be equal. X cuts a long one. */
export function isSameText(sent: string, shown: string): boolean {
  const words = withoutLast(essence(withLinks(sent, xLinksIn(sent))));
  const read = withoutLast(essence(decoded(withLinks(shown, shown.match(SHORT) ?? []))));
  const cut = read.endsWith('…') && words.startsWith(read.slice(0, -1));
  return read === words || (cut && read.length > CUT_LEAST);
}
const SHORT = /https?:\/\/t\.co\/\w+/giu;
const LINK = '\u0001';
/** X shows about 270 characters of a text that is longer than 280. */
const CUT_LEAST = 100;

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

/** One more link may follow the text, for the files. */
const withoutLast = (text: string): string => text.replace(/\u0001+$/u, '');

/** A text without what X changes: white space, scheme, case and last slash of an address, and the encoding of accents. */
const essence = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/https?:\/\/(\S+)/giu, '$1')
    .replace(/\/+(?=[\s).,;:!?'"\]]|$)/gu, '')
    .replace(/[\s\u200b\u00ad\ufeff]+/gu, '')
    .toLowerCase();
