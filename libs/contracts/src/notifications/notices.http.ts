import type { Call } from '../shared/call.ts';
import type { NoticeKind } from '../shared/notice-choices.ts';
import type { Platform } from '../shared/platform.ts';

/** `failed`, `unknown`: about a post on one account. `reconnect`, `ending`: about an account. `comments`: about comments under one post. */
export type NoticeCause = 'failed' | 'unknown' | 'reconnect' | 'ending' | 'comments';

/** `author`: the name or the handle of the author; null: unknown. */
export type NoticeQuote = Readonly<{ author: string | null; text: string }>;
/** Maximum length of a quote, in characters. */
export const NOTICE_QUOTE_MAX = 200;

export type NoticeView = Readonly<{
  id: number;
  kind: NoticeKind;
  cause: NoticeCause;
  platform: Platform;
  accountName: string;
  /** Null if the notice is not about a post. */
  postId: number | null;
  /** How often the cause occurred since the notice was last read; for comments, their number. */
  count: number;
  /** The newest of these comments, cut after `NOTICE_QUOTE_MAX`; null for all other causes, and if its text may not be stored. */
  quote: NoticeQuote | null;
  /** When the permission of the account ends; null for all other causes. */
  endsAt: string | null;
  /** UTC instant of the newest occurrence. */
  at: string;
  read: boolean;
}>;
/** The newest `NOTICES_SHOWN`, and how many of all are unread. */
export type NoticesView = Readonly<{ notices: readonly NoticeView[]; unread: number }>;
export const NOTICES_SHOWN = 50;

/** `id`: this notice; `until`: all up to this instant, so that notices that arrive while the user reads stay unread. Neither: all. */
export type ReadNoticesRequest = Readonly<{ id?: number; until?: string }>;

export const listNotices: Call<void, NoticesView> = { method: 'GET', path: '/api/notices' };
export const readNotices: Call<ReadNoticesRequest, NoticesView> = {
  method: 'POST',
  path: '/api/notices/read',
};

/** The page behind the link in a mail; mail programs send their one-click request to it (RFC 8058). 404 for an unknown token. */
export const unsubscribe: Call<void, void> = { method: 'POST', path: '/api/unsubscribe/:token' };
