import { storable } from '#infrastructure/outgoing/storable-text.ts';
import { shownLine } from './link-cards/shown-line.ts';

/** In code points. Longer than any platform allows; a longer text is cut. */
const TEXT_MAX = 20_000;
const NAME_MAX = 200;
/** Control characters except the line break. They are invisible and disturb the text around them. */
const INVISIBLE = /[^\P{Cc}\n]/gu;

/** The plain text of a comment, in a form that the log can store and a list can show. */
export const commentText = (text: string): string =>
  Array.from(storable(text).replace(/\r\n?/gu, '\n').replace(/\t/gu, ' ').replace(INVISIBLE, ''))
    .slice(0, TEXT_MAX)
    .join('')
    .trim();

/** The author's name on one line; null if no character is visible. */
export const authorName = (name: string | null): string | null => {
  const line = shownLine(name ?? '', NAME_MAX);
  return line === '' ? null : line;
};

/** The author's handle without `@`; the author's id if the platform returned no handle. */
export const authorHandle = (handle: string | null, remoteId: string): string =>
  shownLine((handle ?? '').replace(/^@/u, ''), NAME_MAX) || remoteId;

/** The time in the text, as ISO in UTC; null: the text is not a time. */
export const instantOf = (text: string | null): string | null => {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};
