import type { CalendarView } from '../scheduling/calendar.http.ts';
import type { DraftPage, DraftView } from '../scheduling/drafts.http.ts';
import type { ManyPostsRequest, OnePostResult } from '../scheduling/many-posts.http.ts';
import type { OptionalWordsRequest } from '../scheduling/optional-words.ts';
import type { PostView, TargetRequest } from '../scheduling/posts.http.ts';
import type { Platform } from '../shared/platform.ts';
import type { ExternalCall } from './posts.http.ts';

/**
 * The whole content of a draft: a field that is left out is empty afterwards. With `?partial=true`, it stays unchanged. Nothing is
 * published.
 */
export type ExternalDraftRequest = Omit<OptionalWordsRequest, 'hashtags'> &
  Readonly<{
    /** The text so far. It may be longer than a post. */
    content?: string;
    /** The planned time: ISO 8601 with an offset. Nothing is published at this time. Null: none. */
    plannedFor?: string | null;
    /** Every active account on these platforms. */
    platforms?: readonly Platform[];
    /** With `platforms`: only these accounts on the platforms. Alone: exactly these accounts. */
    accountIds?: readonly number[];
    /** With or without `#`. Absent: those of the post defaults. Empty: none. */
    hashtags?: readonly string[] | string;
    /** Files in the order of the draft. Each `url` is that of an upload. */
    media?: readonly Readonly<{
      url: string;
      /** What the file shows, for people who cannot see it. */
      altText?: string;
    }>[];
    /** Separate texts, files and options for single accounts. */
    targets?: readonly TargetRequest[];
    /** IANA time zone in which the time was planned, such as `Europe/Paris`. */
    timezone?: string;
    /** The local time in that zone, such as `2030-01-01T14:00`. */
    localTime?: string;
    /** Whether comments get automatic replies. */
    aiReplies?: boolean;
  }>;

/**
 * As `saveDraft`. The body of 412 has the draft only for a token that also has the scope `drafts:read`. 422
 * `external.platform-not-connected` for a platform without an active account. With `?partial=true`, a change keeps the fields that it leaves
 * out. An entry in `targets` changes only its own fields. Selected accounts without an entry keep their own content. A partial change also
 * requires the scope `drafts:read`.
 */
export const saveExternalDraft: ExternalCall<ExternalDraftRequest, DraftView> = {
  method: 'PUT',
  path: '/api/external/drafts/:id',
  scope: 'drafts:write',
};
/** As `listDrafts`. */
export const listExternalDrafts: ExternalCall<void, DraftPage> = {
  method: 'GET',
  path: '/api/external/drafts',
  scope: 'drafts:read',
};
/** As `getDraft`. */
export const showExternalDraft: ExternalCall<void, DraftView> = {
  method: 'GET',
  path: '/api/external/drafts/:id',
  scope: 'drafts:read',
};
/** As `deleteDraft`. */
export const deleteExternalDraft: ExternalCall<void, void> = {
  method: 'DELETE',
  path: '/api/external/drafts/:id',
  scope: 'drafts:write',
};
/** As `restoreDraft`, but 204 with the revision in `ETag`: a token that may only write gets no text. */
export const restoreExternalDraft: ExternalCall<void, void> = {
  method: 'POST',
  path: '/api/external/drafts/:id/restore',
  scope: 'drafts:write',
};
/** Fields that are left out come from the draft. */
export type ScheduleDraftRequest = Readonly<{
  /** When to publish: ISO 8601 with an offset. Absent: the planned time of the draft. */
  scheduledFor?: string;
  /** IANA time zone in which the time was chosen, such as `Europe/Paris`. */
  timezone?: string;
  /** The local time in that zone. It takes precedence over `scheduledFor`. */
  localTime?: string;
}>;
/**
 * 201 with the post of the draft, which has all content of the draft. The draft is then deleted. A repeated request returns the same post. With `If-Match`,
 * only this revision is scheduled: 412 as `saveDraft`. It also requires the scopes `drafts:read` and `drafts:write`, and for automatic replies
 * `comments:write`. The rest as `schedulePost`.
 */
export const scheduleExternalDraft: ExternalCall<ScheduleDraftRequest, PostView> = {
  method: 'POST',
  path: '/api/external/drafts/:id/schedule',
  scope: 'posts:write',
};
/** As `duplicatePost`. It also requires the scope `posts:read`, because the draft contains the text of the post. */
export const duplicateExternalPost: ExternalCall<void, DraftView> = {
  method: 'POST',
  path: '/api/external/posts/:id/duplicate',
  scope: 'drafts:write',
};
/** As `showCalendar`. Drafts also require the scope `drafts:read`; without it there are none. */
export const externalCalendar: ExternalCall<void, CalendarView> = {
  method: 'GET',
  path: '/api/external/calendar',
  scope: 'posts:read',
};
/** As `changeManyPosts`. */
export const changeManyExternalPosts: ExternalCall<
  ManyPostsRequest,
  Readonly<{ results: readonly OnePostResult[] }>
> = { method: 'POST', path: '/api/external/posts/bulk', scope: 'posts:write' };
