import { storable } from '#infrastructure/outgoing/storable-text.ts';
import { shownLine } from './link-cards/shown-line.ts';

/** Longer than any platform takes; what follows is cut. Code points. */
const TEXT_MAX = 20_000;
const NAME_MAX = 200;
/** Control characters but the line break; they show nothing and break what is shown beside them. */
const UNSEEN = /[^\P{Cc}\n]/gu;

/** The words of a comment, which are plain already, as the log can keep and a list can show them. */
export const commentText = (text: string): string =>
  Array.from(storable(text).replace(/\r\n?/gu, '\n').replace(/\t/gu, ' ').replace(UNSEEN, ''))
    .slice(0, TEXT_MAX)
    .join('')
    .trim();

/** The name under which somebody comments, on one line; null where there is nothing to see. */
export const authorName = (name: string | null): string | null => {
  const line = shownLine(name ?? '', NAME_MAX);
  return line === '' ? null : line;
};

/** A handle without `@`; what stands in for one that the platform does not name. */
export const authorHandle = (handle: string | null, remoteId: string): string =>
  shownLine((handle ?? '').replace(/^@/u, ''), NAME_MAX) || remoteId;

/** As an ISO instant of UTC; null: it is none. */
export const instantOf = (text: string | null): string | null => {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};
