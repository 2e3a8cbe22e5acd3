import { isObject, textOf, type JsonRecord } from '../../http/json.ts';
import { POSTS } from './identity.ts';
import { invalid } from './xrpc.ts';

/** Refuses a post and names the path of the wrong field. */
export const wrong = (path: string, message: string): Error =>
  invalid(`Invalid ${POSTS} record: ${message} at $.record.${path}`);

/** A file that a record references. */
export type BlobRef = Readonly<{ cid: string; mimeType: string; size: number; alt: string }>;

type FileRule = Readonly<{ maxBytes: number; accepts: RegExp; aspectRatio: 'required' | 'optional' }>;

const EXTERNAL = 'app.bsky.embed.external';
const IMAGE: FileRule = { maxBytes: 2_000_000, accepts: /^image\//, aspectRatio: 'optional' };
const GALLERY_IMAGE: FileRule = { ...IMAGE, aspectRatio: 'required' };
const VIDEO: FileRule = { maxBytes: 300_000_000, accepts: /^video\/mp4$/, aspectRatio: 'optional' };
const THUMB: FileRule = { maxBytes: 1_000_000, accepts: /^image\//, aspectRatio: 'optional' };

/** Checks the structure of a post's attachment. @throws Refusal 400 InvalidRequest */
export function checkEmbed(embed: unknown): void {
  readEmbed(embed, 'embed');
}

/** The files of a post that passed `checkEmbed`, without the picture of a card. */
export const blobsOf = (record: JsonRecord): readonly BlobRef[] =>
  record['embed'] === undefined || cardOf(record) ? [] : readEmbed(record['embed'], 'embed');

type Card = Readonly<{ uri: string; title: string; description: string; thumb: BlobRef | null }>;

/** The link card of a post that passed `checkEmbed`; null when it has none. */
export function cardOf({ embed }: JsonRecord): Card | null {
  const card = isObject(embed) && embed['$type'] === EXTERNAL ? embed['external'] : null;
  if (!isObject(card)) return null;
  const [thumb = null] = readCard(card, 'embed.external');
  return {
    uri: textOf(card['uri']) ?? '',
    title: textOf(card['title']) ?? '',
    description: textOf(card['description']) ?? '',
    thumb,
  };
}

function readEmbed(embed: unknown, path: string): readonly BlobRef[] {
  if (!isObject(embed)) throw wrong(path, 'object expected');
  switch (embed['$type']) {
    case 'app.bsky.embed.images':
      return listItems(embed['images'], 4, `${path}.images`).map(({ item, at }) =>
        readBlob(item, 'image', IMAGE, at),
      );
    case 'app.bsky.embed.gallery':
      return listItems(embed['items'], 20, `${path}.items`).map(({ item, at }) => {
        if (!isObject(item) || item['$type'] !== 'app.bsky.embed.gallery#image')
          throw wrong(at, '$type expected');
        return readBlob(item, 'image', GALLERY_IMAGE, at);
      });
    case 'app.bsky.embed.video':
      return [readBlob({ alt: '', ...embed }, 'video', VIDEO, path)];
    case EXTERNAL:
      return readCard(embed['external'], `${path}.external`);
    case 'app.bsky.embed.record':
      if (!isObject(embed['record'])) throw wrong(`${path}.record`, 'object expected');
      return [];
    case 'app.bsky.embed.recordWithMedia':
      return readEmbed(embed['media'], `${path}.media`);
    default:
      throw wrong(`${path}.$type`, `unknown embed ${String(embed['$type'])}`);
  }
}

function listItems(items: unknown, max: number, path: string): readonly { item: unknown; at: string }[] {
  if (!Array.isArray(items) || items.length === 0) throw wrong(path, 'array expected');
  if (items.length > max)
    throw wrong(path, `array too big (maximum ${String(max)}, got ${String(items.length)})`);
  return (items as readonly unknown[]).map((item, index) => ({ item, at: `${path}[${String(index)}]` }));
}

function readCard(value: unknown, path: string): readonly BlobRef[] {
  const texts = isObject(value) ? [value['uri'], value['title'], value['description']] : [];
  if (!isObject(value) || !texts.every((text) => typeof text === 'string'))
    throw wrong(path, 'uri, title and description expected');
  if (!URL.canParse(String(value['uri']))) throw wrong(`${path}.uri`, 'uri expected');
  return value['thumb'] === undefined ? [] : [readBlob({ alt: '', ...value }, 'thumb', THUMB, path)];
}

function readBlob(item: unknown, name: string, rule: FileRule, path: string): BlobRef {
  if (!isObject(item)) throw wrong(path, 'object expected');
  if (typeof item['alt'] !== 'string') throw wrong(`${path}.alt`, 'string expected');
  checkRatio(item['aspectRatio'], rule, path);
  const blob = item[name];
  const ref = isObject(blob) ? blob['ref'] : null;
  const at = `${path}.${name}`;
  if (!isObject(blob) || blob['$type'] !== 'blob' || !isObject(ref) || typeof ref['$link'] !== 'string')
    throw wrong(at, 'blob expected');
  const { mimeType, size } = blob;
  if (typeof mimeType !== 'string' || typeof size !== 'number') throw wrong(at, 'mimeType and size expected');
  if (!rule.accepts.test(mimeType)) throw wrong(at, `mime type ${mimeType} is not accepted`);
  if (size > rule.maxBytes)
    throw wrong(at, `blob too big (maximum ${String(rule.maxBytes)}, got ${String(size)})`);
  return { cid: ref['$link'], mimeType, size, alt: item['alt'] };
}

function checkRatio(ratio: unknown, rule: FileRule, path: string): void {
  if (ratio === undefined && rule.aspectRatio === 'optional') return;
  const sides: unknown[] = isObject(ratio) ? [ratio['width'], ratio['height']] : [];
  if (sides.length === 0 || !sides.every((side) => Number.isInteger(side) && Number(side) >= 1))
    throw wrong(`${path}.aspectRatio`, 'width and height as integers of at least 1 expected');
}
