import { FAVOURITE_ZONES } from '@posthorn/contracts/identity/favourite-zones';
import { zoneOffset } from '#lib/zone-format.ts';
import { OLDER_NAMES, ZONE_OF_CITY } from './zone-cities.ts';

/** A zone with the city that matched: the city of the zone's name, or another city with the same local time. */
export type FoundZone = Readonly<{ zone: string; city: string }>;

/** `words`: the city, `full`: the name of the zone; both as `plain` returns them. */
type ZoneEntry = FoundZone & Readonly<{ words: string; full: string }>;

const OFFSET = /^(?:gmt|utc)?\s*([+-−]?)(\d{1,2})(?::?([0-5]\d))?$/u;
const RESULTS_MAX = 8;

/** Makes a zone name readable: `America/Argentina/Buenos_Aires` gets a space instead of `_`. */
export const readable = (zone: string): string => zone.replaceAll('_', ' ');

/** Returns the text in lower case without accents. `_` and `/` become spaces. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[_/\s]+/gu, ' ')
    .trim()
    .toLowerCase();

let all: readonly ZoneEntry[] | undefined;

/** Returns the favourite zones first, then all zones of this browser, then further cities. */
function zoneEntries(): readonly ZoneEntry[] {
  all ??= [
    ...[...new Set([...FAVOURITE_ZONES, ...Intl.supportedValuesOf('timeZone')])]
      .filter((zone) => !OLDER_NAMES.includes(zone))
      .map((zone) => ({ zone, city: readable(zone.split('/').at(-1) ?? zone) })),
    ...Object.entries(ZONE_OF_CITY).map(([city, zone]) => ({ zone, city })),
  ].map((each) => ({ ...each, words: plain(each.city), full: plain(each.zone) }));
  return all;
}

/** Returns the zone whose full name or city equals the typed text; null: no match. */
export function zoneNamed(typed: string): string | null {
  const search = plain(typed);
  const found =
    zoneEntries().find(({ full }) => full === search) ?? zoneEntries().find(({ words }) => words === search);
  return found?.zone ?? null;
}

/** Returns zones for a typed text: the beginning of a word in a city or zone, or an offset at `now` (milliseconds since 1970). */
export function findZones(typed: string, now: number): readonly FoundZone[] {
  const search = plain(typed);
  const offset = offsetIn(search);
  if (offset !== null)
    return firstOfEachZone(zoneEntries().filter(({ zone }) => zoneOffset(zone, now) === offset));
  if (search === '') return [];
  const starts = zoneEntries().filter(({ words }) => words.startsWith(search));
  const within = zoneEntries().filter(({ words, full }) =>
    [words, full].some((text) => ` ${text}`.includes(` ${search}`)),
  );
  return firstOfEachZone([...starts, ...within]);
}

/** The reversed order makes a `Map` keep the first entry of each zone. */
function firstOfEachZone(list: readonly ZoneEntry[]): readonly FoundZone[] {
  return [...new Map([...list].reverse().map((each) => [each.zone, each])).values()]
    .sort((one, other) => list.indexOf(one) - list.indexOf(other))
    .slice(0, RESULTS_MAX)
    .map(({ zone, city }) => ({ zone, city }));
}

/** Returns an offset such as "gmt+5:30", "+05:30" or "utc-3" in minutes; null for any other text, including a bare number. */
function offsetIn(text: string): number | null {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
  if (hours === undefined || (!sign && !/^(?:gmt|utc)/u.test(text))) return null;
  return (sign === '' || sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
}
