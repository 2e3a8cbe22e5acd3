import type { Plan } from '../billing/plan.ts';
import type { ApiScope } from '../identity/api-tokens.http.ts';
import type { ReplyKind } from '../inbox/comments.http.ts';
import type { Platform } from '../shared/platform.ts';
import type { ExternalCall } from './posts.http.ts';

export const EXTERNAL_EVENTS = {
  pageLimit: 25,
  pageLimitMax: 100,
  /** Days for which events can be requested. */
  keptDays: 90,
  streamsPerToken: 3,
  /** Values of `?after=` other than the id of an event. */
  start: 'start',
  now: 'now',
} as const;

type OfPost = Readonly<{ postId: number }>;
type OfAccount = Readonly<{ accountId: number; platform: Platform }>;
type OfPublication = OfPost & OfAccount;
type OfComment = OfAccount & Readonly<{ commentId: number }>;
/** The attempt of the event; null: the event belongs to no attempt, or to several. */
type OfAttempt = Readonly<{ attemptId: string | null }>;

/**
 * The data of each type of event: ids, codes and times, never the text of a post or a comment, which programs request separately. Fields may be
 * added, and programs must ignore fields that they do not know. Times are ISO 8601 in UTC.
 */
export type PublicEventData = Readonly<{
  'post.scheduled': OfPost & Readonly<{ scheduledFor: string; accounts: readonly OfAccount[] }>;
  /** `accounts`: all accounts of the post from now on; absent when they stay. If accounts and texts change together, there are two events. */
  'post.edited': OfPost & Readonly<{ accounts?: readonly OfAccount[] }>;
  'post.rescheduled': OfPost & Readonly<{ scheduledFor: string }>;
  'post.cancelled': OfPost;
  'post.archived': OfPost;
  'post.restored': OfPost;
  /** From now on, the texts, files and accounts of the post cannot change. */
  'post.publishing': OfPost & Readonly<{ accounts: readonly OfAccount[] }>;
  /** `remoteId` and `permalink` are null if they are unknown. */
  'publication.published': OfPublication &
    OfAttempt &
    Readonly<{ remoteId: string | null; permalink: string | null }>;
  /** The platform accepted the post and is still processing it. The next query is at `nextAt`. */
  'publication.accepted': OfPublication & OfAttempt & Readonly<{ nextAt: string }>;
  /** The post is not on the platform, and is not tried again automatically. */
  'publication.failed': OfPublication & OfAttempt & Readonly<{ reason: string }>;
  /** The publication is tried again at `nextAt`. `reason` null: a person requested the retry, or the account works again. */
  'publication.retrying': OfPublication & OfAttempt & Readonly<{ reason: string | null; nextAt: string }>;
  /** It is unknown whether the post exists. The next look-up is at `nextAt`; null: only a person can decide. */
  'publication.unknown': OfPublication &
    OfAttempt &
    Readonly<{ reason: string | null; nextAt: string | null }>;
  /** The publication waits until `nextAt`; null: until the account is connected again. */
  'publication.postponed': OfPublication & OfAttempt & Readonly<{ reason: string; nextAt: string | null }>;
  /** A problem would prevent publishing at `nextAt`. */
  'publication.warned': OfPublication & Readonly<{ reason: string; nextAt: string }>;
  /** The post, or a second copy of it, was deleted on the platform. */
  'publication.deleted': OfPublication;
  'account.connected': OfAccount;
  /** `platform`: absent in older events, which did not record it. */
  'account.needs_reconnect': Readonly<{ accountId: number; platform?: Platform; reason: string }>;
  /** `platform`: absent in older events, which did not record it. */
  'account.disconnected': Readonly<{ accountId: number; platform?: Platform }>;
  /** `postId` null: Posthorn did not publish the post. `isBacklog`: the comment was old when the account was first read. */
  'comment.received': OfComment & Readonly<{ postId: number | null; isBacklog: boolean }>;
  'reply.sent': OfComment &
    OfAttempt &
    Readonly<{ replyId: string; kind: ReplyKind; remoteId: string | null; permalink: string | null }>;
  /** The reply is not on the platform, and is not tried again automatically. */
  'reply.failed': OfComment & OfAttempt & Readonly<{ replyId: string; reason: string }>;
  /**
   * `plan` null, in older events: one reason for Premium had ended, and another may still have held. `GET /api/external/me` returns the
   * plan.
   */
  'plan.changed': Readonly<{ plan: Plan | null }>;
}>;
export type PublicEventType = keyof PublicEventData;

/** One event. Its `id` is the cursor of the feed, `id:` of the stream, and `webhook-id`. */
export type PublicEvent = {
  [Type in PublicEventType]: Readonly<{
    /** `evt_` and a UUID. */
    id: string;
    type: Type;
    at: string;
    data: PublicEventData[Type];
  }>;
}[PublicEventType];

const TYPES: Readonly<Record<PublicEventType, true>> = {
  'post.scheduled': true,
  'post.edited': true,
  'post.rescheduled': true,
  'post.cancelled': true,
  'post.archived': true,
  'post.restored': true,
  'post.publishing': true,
  'publication.published': true,
  'publication.accepted': true,
  'publication.failed': true,
  'publication.retrying': true,
  'publication.unknown': true,
  'publication.postponed': true,
  'publication.warned': true,
  'publication.deleted': true,
  'account.connected': true,
  'account.needs_reconnect': true,
  'account.disconnected': true,
  'comment.received': true,
  'reply.sent': true,
  'reply.failed': true,
  'plan.changed': true,
};
export const PUBLIC_EVENT_TYPES = Object.keys(TYPES) as readonly PublicEventType[];

/** The types that a pattern such as `publication.failed` or `post.*` matches; an empty list when it matches none. */
export const eventTypesOf = (pattern: string): readonly PublicEventType[] =>
  PUBLIC_EVENT_TYPES.filter(
    (type) => type === pattern || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );

/** The scope that reads the subject of an event. Null: every token may receive the event. */
const SCOPES: Readonly<Record<Kind<PublicEventType>, ApiScope | null>> = {
  post: 'posts:read',
  publication: 'posts:read',
  account: 'accounts:read',
  comment: 'comments:read',
  reply: 'comments:read',
  plan: null,
};
type Kind<Type extends string> = Type extends `${infer Name}.${string}` ? Name : never;

export const scopeOfEvent = (type: PublicEventType): ApiScope | null =>
  SCOPES[type.slice(0, type.indexOf('.')) as Kind<PublicEventType>];

/** Allows every event, as an alternative to the scope of the event's subject. */
export const ALL_EVENTS: ApiScope = 'events:read';

/** The types of events that an endpoint with these patterns gets. `scopes`: the scopes of its token; null: the endpoint gets all events. */
export const typesHeard = (
  patterns: readonly string[],
  scopes: readonly ApiScope[] | null,
): readonly PublicEventType[] =>
  PUBLIC_EVENT_TYPES.filter((type) => {
    const scope = scopeOfEvent(type);
    const mayReceive = !scopes || scope === null || scopes.includes(scope) || scopes.includes(ALL_EVENTS);
    return mayReceive && patterns.some((pattern) => pattern === '*' || eventTypesOf(pattern).includes(type));
  });

/** The scope that a token lacks for the events of a pattern; null: none. `*` means all events that the token may receive. */
export function missingScope(scopes: readonly ApiScope[], pattern: string): ApiScope | null {
  if (scopes.includes(ALL_EVENTS)) return null;
  const scopeFor = (type: PublicEventType) => scopeOfEvent(type) ?? ALL_EVENTS;
  if (pattern === '*')
    return PUBLIC_EVENT_TYPES.some((type) => scopes.includes(scopeFor(type))) ? null : ALL_EVENTS;
  const missing = eventTypesOf(pattern).map(scopeOfEvent);
  return missing.find((scope) => scope !== null && !scopes.includes(scope)) ?? null;
}

export const EXTERNAL_EVENT_TEXT = {
  typeNotValid: (pattern: string) => `There are no events of the type ${pattern}.`,
  limitNotValid: 'Please ask for 1 to 100 events.',
  cursorNotValid: 'Please send "after" as the id of an event, or as "start" or "now".',
  cursorGone: 'This event is not known, or older than 90 days. Go on from "oldest", or from "start".',
  behind: 'The newest events are not here yet. Please try again in a moment.',
  tooManyStreams: 'This API token follows three streams already. Close one of them first.',
} as const;

/** `cursor`: for the next `after`, even if no event matched. `more`: there are later events. */
export type EventsView = Readonly<{ events: readonly PublicEvent[]; cursor: string; more: boolean }>;

/**
 * `?after=` (the id of the last event seen, `start` or `now`; default: `start`) `&types=post.*,publication.failed` `&limit=`
 * (default 25, at most 100). The oldest first; kept for 90 days.
 * 410 `external.cursor-gone` if the id is unknown or older than that, with `oldest`, the oldest stored id (null: none).
 */
export const listEvents: ExternalCall<void, EventsView> = {
  method: 'GET',
  path: '/api/external/events',
  scope: 'events:read',
};
/**
 * Server-sent events: `id:` the event's id, `event:` its type, `data:` the event. Begins after `Last-Event-ID`, else after `?after=`, else
 * now; `?types=` and 410 as `listEvents`. A comment line is sent every 15 s. An event can arrive twice after a reconnect; its id shows
 * that.
 * Ends with its token. 429 `external.streams-too-many` for more than three streams of one token.
 */
export const eventStream: ExternalCall<void, PublicEvent> = {
  method: 'GET',
  path: '/api/external/events/stream',
  scope: 'events:read',
};
