import { FAVOURITE_ZONES } from '@posthorn/contracts/identity/favourite-zones';
import { zoneOffset } from '#lib/zone-format.ts';
import { OLDER_NAMES, ZONE_OF_CITY } from './zone-cities.ts';

/** A zone, and the city by which it was found: its own, or another one on the same clock. */
export type FoundZone = Readonly<{ zone: string; city: string }>;

type Known = FoundZone & Readonly<{ words: string; full: string }>;

const OFFSET = /^(?:gmt|utc)?\s*([+-−]?)(\d{1,2})(?::?([0-5]\d))?$/u;
const MOST = 8;

/** `America/Argentina/Buenos_Aires` in readable form. */
export const readable = (zone: string): string => zone.replaceAll('_', ' ');

/** Lower case without accents. Spaces and the marks in zone names are equal. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[_/\s]+/gu, ' ')
    .trim()
    .toLowerCase();

let all: readonly Known[] | undefined;

/** The favourites first, then every zone that this browser knows, then further cities on their clocks. */
function known(): readonly Known[] {
  all ??= [
    ...[...new Set([...FAVOURITE_ZONES, ...Intl.supportedValuesOf('timeZone')])]
      .filter((zone) => !OLDER_NAMES.includes(zone))
      .map((zone) => ({ zone, city: readable(zone.split('/').at(-1) ?? zone) })),
    ...Object.entries(ZONE_OF_CITY).map(([city, zone]) => ({ zone, city })),
  ].map((each) => ({ ...each, words: plain(each.city), full: plain(each.zone) }));
  return all;
}

/** The zone whose full name or city was typed. Null while several are possible. */
export function zoneNamed(typed: string): string | null {
  const wanted = plain(typed);
  const found = known().find(({ full }) => full === wanted) ?? known().find(({ words }) => words === wanted);
  return found?.zone ?? null;
}

/** Zones for a typed text: part of a city or zone, or an offset at `now` (milliseconds). */
export function findZones(typed: string, now: number): readonly FoundZone[] {
  const wanted = plain(typed);
  const offset = offsetIn(wanted);
  if (offset !== null) return oneOfEach(known().filter(({ zone }) => zoneOffset(zone, now) === offset));
  if (wanted === '') return [];
  const starts = known().filter(({ words }) => words.startsWith(wanted));
  const within = known().filter(({ words, full }) =>
    [words, full].some((text) => ` ${text}`.includes(` ${wanted}`)),
  );
  return oneOfEach([...starts, ...within]);
}

function oneOfEach(list: readonly Known[]): readonly FoundZone[] {
  return [...new Map([...list].reverse().map((each) => [each.zone, each])).values()]
    .sort((one, other) => list.indexOf(one) - list.indexOf(other))
    .slice(0, MOST)
    .map(({ zone, city }) => ({ zone, city }));
}

/** "gmt+5:30", "+05:30", "utc-3" in minutes. Null for any other text, including a bare number. */
function offsetIn(text: string): number | null {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
  if (hours === undefined || (!sign && !/^(?:gmt|utc)/u.test(text))) return null;
  return (sign === '' || sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
}
