import type { Call } from '../shared/call.ts';
import type { Platform } from '../shared/platform.ts';
import { POST_LISTS, type PostStatus } from './posts.http.ts';

export const CALENDAR = {
  /** The longest span of one request: two months of 31 days. */
  daysMax: 62,
  /** Maximum number of posts in one response. */
  itemsMax: 5_000,
  /** Code points of the line that an entry shows. */
  lineMax: 60,
  /** How long the message about a move offers to undo it. */
  undoSeconds: 10,
} as const;

/** The allowed values of `&status=`. */
export const CALENDAR_LISTS = [...POST_LISTS, 'draft'] as const;

export const CALENDAR_TEXT = {
  fromRequired: 'A calendar begins at an instant: ISO 8601 with an offset.',
  toRequired: 'A calendar ends at an instant: ISO 8601 with an offset.',
  spanNotValid: 'A calendar ends after it begins, and has at most 62 days.',
  statusNotValid: 'The status is scheduled, posted, failed, attention or draft.',
  accountsNotValid: 'Accounts are ids, with commas between them.',
} as const;

/** One post, with no more than an entry of a calendar shows. */
export type CalendarItem = Readonly<{
  id: number;
  /** UTC instant, ISO 8601. */
  scheduledFor: string;
  /** The beginning of the text, at most one line; it ends in "…" when it was cut. */
  line: string;
  /** Ids of the accounts of the post; `accounts` of the response contains their names. */
  accounts: readonly number[];
  status: PostStatus;
  /** The post needs its owner. */
  attention: boolean;
  /** Publishing has not begun, so the time may still change. */
  movable: boolean;
  /** The small picture of the post's first file; null: there is none. */
  thumbnail: string | null;
}>;

/**
 * A draft at its planned time. Nothing is published at this time. Drafts have their own list because their ids are texts and other calls change
 * them: `saveDraft` moves them.
 */
export type CalendarDraft = Pick<CalendarItem, 'scheduledFor' | 'line' | 'accounts' | 'thumbnail'> &
  Readonly<{ draft: true; id: string; revision: number }>;

/** `more`: the span has more than 5,000 posts, of which these are the first. */
export type CalendarView = Readonly<{
  items: readonly CalendarItem[];
  /** Drafts that are planned in the span, the earliest first. None if `status` has another value than `draft`. */
  drafts: readonly CalendarDraft[];
  /** Each account of the items and of the drafts once, disconnected ones included. */
  accounts: readonly Readonly<{ id: number; platform: Platform; accountName: string }>[];
  more: boolean;
}>;

/**
 * The posts and drafts of a span, the earliest first. `?from=` and `&to=` are instants; `to` is excluded. `&accounts=3,4`: on at least one of
 * them. `&status=`: one of `CALENDAR_LISTS`; `draft` for drafts alone.
 */
export const showCalendar: Call<void, CalendarView> = { method: 'GET', path: '/api/calendar' };
