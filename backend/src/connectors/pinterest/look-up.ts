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
/**
 * Clocks may differ by this much. A pin from a few minutes before the attempt is ruled out by its text, or because it is already
 * claimed.
 */
const CLOCK_DIFFERENCE_MS = 300_000;

/**
 * The ids of pins on the board that match this publication and were created since `attemptStartedAt` (ISO), oldest first. `brokeOff` may be
 * a TokenRefused, PinterestError or OutgoingError.
 */
export async function ownPins(
  client: PinterestClient,
  token: string,
  publication: OutgoingPublication,
  attemptStartedAt: string,
): Promise<OwnPostSearch<string>> {
  const earliest = Date.parse(attemptStartedAt) - CLOCK_DIFFERENCE_MS;
  const isVideo = publication.media.some(({ kind }) => kind === 'video');
  const expected = { words: wordsIn(publication), isVideo };
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
      found.push(...recent.flatMap((pin) => (isMatching(pin, expected) ? (idIn(at(pin, 'id')) ?? []) : [])));
      bookmark = textOf(body['bookmark']);
      // New pins come first. Owners may reorder a board, but within a minute, a new pin does not move behind a whole page of old pins.
      if (bookmark === null || (recent.length === 0 && isNewestFirst(pins.map(madeAt)))) return;
    }
    throw unreadable('has too many new pins to look through');
  });
  return { found: found.reverse(), brokeOff };
}

const unreadable = (why: string) => new OutgoingError('unreadable', true, 'pinterest', why);

/** The time of a pin. Pinterest sends times in UTC, without a time zone. NaN: there is no time. */
function madeAt(pin: JsonValue): number {
  const text = textOf(at(pin, 'created_at')) ?? '';
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/u.test(text) ? text : `${text}Z`);
}

type Expected = Readonly<{ words: PinWords; isVideo: boolean }>;

function isMatching(pin: JsonValue, { words, isVideo }: Expected): boolean {
  const textIn = (name: string) => textOf(at(pin, name)) ?? '';
  const kind = textOf(at(pin, 'media', 'media_type'));
  return (
    comparableText(textIn('title')) === comparableText(words.title) &&
    comparableText(textIn('description')) === comparableText(words.description) &&
    targetOf(textIn('link')) === targetOf(words.link) &&
    (kind === null || kind.includes('video') === isVideo)
  );
}

/** The target of a link, without the platform's tracking parameters. */
function targetOf(link: string): string {
  const url = URL.parse(link);
  return url ? `${url.host}${url.pathname}`.replace(/\/+$/u, '') : link;
}
