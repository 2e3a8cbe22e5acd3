import { isObject, type JsonRecord } from '../../http/json.ts';
import { checkEmbed, wrong } from './embed-rules.ts';
import { replyOf } from './reply.ts';
import { POSTS } from './identity.ts';
import { invalid } from './xrpc.ts';

const MAX_GRAPHEMES = 300;
const MAX_TEXT_BYTES = 3000;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,20})?(Z|[+-]\d\d:\d\d)$/;

const segmenter = new Intl.Segmenter();
const graphemes = (text: string): number => Array.from(segmenter.segment(text)).length;

/** Checks a post against its schema. @throws Refusal 400 InvalidRequest */
export function checkPost(record: JsonRecord): void {
  if (record['$type'] !== POSTS)
    throw invalid(`Invalid $type: expected ${POSTS}, got ${String(record['$type'])}`);
  const { text, createdAt, langs, tags, facets, embed } = record;
  if (typeof text !== 'string') throw wrong('text', 'string expected');
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES)
    throw wrong(
      'text',
      `string too big (maximum ${String(MAX_TEXT_BYTES)}, got ${String(Buffer.byteLength(text))})`,
    );
  const length = graphemes(text);
  if (length > MAX_GRAPHEMES)
    throw wrong('text', `grapheme too big (maximum ${String(MAX_GRAPHEMES)}, got ${String(length)})`);
  if (typeof createdAt !== 'string' || !DATE_TIME.test(createdAt) || Number.isNaN(Date.parse(createdAt)))
    throw wrong('createdAt', 'must be a valid atproto datetime (both RFC-3339 and ISO-8601)');
  checkWords('langs', langs, 3);
  checkWords('tags', tags, 8);
  if (record['reply'] !== undefined && !replyOf(record)) throw wrong('reply', 'root and parent expected');
  if (facets !== undefined) checkFacets(facets, text);
  if (embed !== undefined) checkEmbed(embed);
}

function checkWords(name: string, value: unknown, max: number): void {
  if (value === undefined) return;
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string'))
    throw wrong(name, 'array of strings expected');
  if (value.length > max)
    throw wrong(name, `array too big (maximum ${String(max)}, got ${String(value.length)})`);
}

/** The schema allows ranges outside the text. The sandbox refuses them, because only a counting error produces them. */
function checkFacets(facets: unknown, text: string): void {
  if (!Array.isArray(facets)) throw wrong('facets', 'array expected');
  const bytes = Buffer.from(text);
  for (const [position, facet] of (facets as readonly unknown[]).entries()) {
    const path = `facets[${String(position)}]`;
    const index = isObject(facet) ? facet['index'] : null;
    const features = isObject(facet) ? facet['features'] : null;
    if (!isObject(index) || !Array.isArray(features)) throw wrong(path, 'index and features expected');
    const { byteStart: start, byteEnd: end } = index;
    if (!isOffset(start) || !isOffset(end) || start >= end || end > bytes.length)
      throw wrong(
        `${path}.index`,
        `byte range is empty, reversed or outside the text (${String(bytes.length)} bytes)`,
      );
    // A byte of the form 10xxxxxx is in the middle of a UTF-8 character.
    if ([start, end].some((offset) => offset < bytes.length && ((bytes[offset] ?? 0) & 0xc0) === 0x80))
      throw wrong(`${path}.index`, 'byte range splits a character');
    for (const feature of features as readonly unknown[]) checkFeature(feature, path);
  }
}

const isOffset = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

function checkFeature(feature: unknown, path: string): void {
  const kind = isObject(feature) ? feature['$type'] : null;
  const value = (name: string): string =>
    isObject(feature) && typeof feature[name] === 'string' ? feature[name] : '';
  if (kind === 'app.bsky.richtext.facet#link') {
    if (!URL.canParse(value('uri'))) throw wrong(path, 'uri expected');
  } else if (kind === 'app.bsky.richtext.facet#mention') {
    if (!value('did').startsWith('did:')) throw wrong(path, 'did expected');
  } else if (kind === 'app.bsky.richtext.facet#tag') {
    const tag = value('tag');
    if (!tag || graphemes(tag) > 64 || Buffer.byteLength(tag) > 640)
      throw wrong(path, 'tag of 1 to 64 graphemes expected');
  } else if (typeof kind !== 'string') throw wrong(path, '$type expected');
}
