import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { OutgoingPublication } from '../contract/publication.ts';
import { at, idIn, listOf, textOf } from '../kit/json.ts';
import { isNewestFirst, readPages, type OwnPostSearch } from '../kit/own-post-search.ts';
import { comparableText } from '../kit/shown-text.ts';
import type { PinterestClient } from './client.ts';
import { boardIn, wordsIn, type PinWords } from './publish/pin.ts';

const PAGE = '100';
const PAGES_MAX = 10;
/** Clocks differ. A pin from minutes before is ruled out by its words, or because it is already claimed. */
const CLOCK_DIFFERENCE_MS = 300_000;

/**
 * Ids of the pins on the board that match what we sent since `armedAt` (ISO), oldest first.
 * It may break off by TokenRefused, PinterestError, OutgoingError.
 */
export async function ownPins(
  client: PinterestClient,
  token: string,
  publication: OutgoingPublication,
  armedAt: string,
): Promise<OwnPostSearch<string>> {
  const earliest = Date.parse(armedAt) - CLOCK_DIFFERENCE_MS;
  const isVideo = publication.media.some(({ kind }) => kind === 'video');
  const wanted = { words: wordsIn(publication), isVideo };
  const path = `/boards/${encodeURIComponent(boardIn(publication))}/pins`;
  const found: string[] = [];
  const brokeOff = await readPages(async () => {
    let bookmark: string | null = null;
    for (let page = 0; page < PAGES_MAX; page++) {
      const query: Record<string, string> = { page_size: PAGE, ...(bookmark !== null && { bookmark }) };
      const body = await client.send({ path, token, query });
      if (!Array.isArray(body?.['items'])) throw unreadable('answers no list of pins');
      const pins = listOf(body['items']);
      const recent = pins.filter((pin) => !(madeAt(pin) < earliest));
      found.push(...recent.flatMap((pin) => (isAlike(pin, wanted) ? (idIn(at(pin, 'id')) ?? []) : [])));
      bookmark = textOf(body['bookmark']);
      // New pins come first. Owners may reorder a board, but within a minute no new pin gets behind a whole page of old ones.
      if (bookmark === null || (recent.length === 0 && isNewestFirst(pins.map(madeAt)))) return;
    }
    throw unreadable('has too many new pins to look through');
  });
  return { found: found.reverse(), brokeOff };
}

const unreadable = (why: string) => new OutgoingError('unreadable', true, 'pinterest', why);

/** Their times have no zone and mean UTC. NaN: there is no time. */
function madeAt(pin: JsonValue): number {
  const text = textOf(at(pin, 'created_at')) ?? '';
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/u.test(text) ? text : `${text}Z`);
}

type Wanted = Readonly<{ words: PinWords; isVideo: boolean }>;

function isAlike(pin: JsonValue, { words, isVideo }: Wanted): boolean {
  const textIn = (name: string) => textOf(at(pin, name)) ?? '';
  const kind = textOf(at(pin, 'media', 'media_type'));
  return (
    comparableText(textIn('title')) === comparableText(words.title) &&
    comparableText(textIn('description')) === comparableText(words.description) &&
    placeOf(textIn('link')) === placeOf(words.link) &&
    (kind === null || kind.includes('video') === isVideo)
  );
}

/** The target of a link, without the platform's tracking parameters. */
function placeOf(link: string): string {
  const url = URL.parse(link);
  return url ? `${url.host}${url.pathname}`.replace(/\/+$/u, '') : link;
}
