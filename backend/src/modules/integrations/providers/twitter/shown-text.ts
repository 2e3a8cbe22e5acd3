import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { at, listOf, textOf } from '../json.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/**
 * What a post was written as: X puts a short link in the place of every address and one more behind the text for the files.
 * The specification of 2026-08 renames the long form, and answers still use the old name.
 */
function writtenText(post: JsonValue): string {
  const long = at(post, 'note_tweet') ?? at(post, 'note_post');
  const source = textOf(at(long, 'text')) === null ? post : long;
  let text = textOf(at(source, 'text')) ?? '';
  for (const link of listOf(at(source, 'entities', 'urls'))) {
    const short = textOf(at(link, 'url'));
    if (short !== null) text = text.replaceAll(short, addressIn(link, short));
  }
  return text.replace(/&(?:lt|gt|amp);/gu, (entity) => ENTITIES[entity] ?? entity);
}

function addressIn(link: JsonValue, short: string): string {
  const address = textOf(at(link, 'expanded_url')) ?? short;
  const isFile = textOf(at(link, 'media_key')) !== null || FILE_PAGE.test(address);
  return isFile ? '' : address;
}
const FILE_PAGE = /^https?:\/\/(?:x|twitter)\.com\/[^/]+\/status\/\d+\/(?:photo|video)\/\d+$/iu;

/** Is this post the text that we sent? */
export const isText = (sent: string, post: JsonValue): boolean =>
  essence(sent) === essence(writtenText(post));

/** A text without what X changes: white space, scheme, case and last slash of an address, the way an accent is written. */
const essence = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/https?:\/\/(\S+)/giu, '$1')
    .replace(/\/+(?=\s|$)/gu, '')
    .replace(/[\s\u200b\u00ad\ufeff]+/gu, '')
    .toLowerCase();
