import type { Call, ErrorReply } from '../shared/call.ts';
import type { SaidPart } from '../shared/said.ts';
import type { MediaFileView } from '../shared/media.http.ts';
import type { OptionalWords } from './optional-words.ts';
import type { SchedulePostRequest, TargetRequest } from './posts.http.ts';

export const DRAFT = {
  /** Code points of the main text. A draft may be longer than a post, so that no text is lost while its author shortens it. */
  contentMax: 20_000,
  /** One draft as JSON in UTF-8. Any post fits. */
  bytesMax: 650_000,
  /** All drafts of one user together. */
  allBytesMax: 20_000_000,
  pageLimit: 50,
  /** Bytes of JSON. A page with long drafts has fewer drafts. */
  pageBytesMax: 1_000_000,
  /** Seconds for which screens offer to undo a deletion. The server allows this for ten minutes. */
  undoSeconds: 10,
} as const;

export const DRAFT_TEXT = {
  missing: 'This draft does not exist.',
  changed: 'This draft was changed on another device. Nothing was saved.',
  deleted: 'This draft was deleted on another device. Nothing was saved.',
  scheduled: 'This draft was scheduled on another device. Nothing was saved.',
  otherScheduled: 'Another window schedules this draft, or has scheduled it, with other content.',
  needsRevision: 'This draft exists already. Please send its revision in the header If-Match.',
  revisionNotValid: 'If-Match has the revision of the draft in quotes, such as "3".',
  limitReached: 'You have 500 drafts. Please delete one of them first.',
  tooLarge: 'This draft is too long. Please shorten its texts.',
  allTooLarge: 'Your drafts have no room left. Please delete one of them first.',
  contentMax: 'The text of a draft must be under 20,000 characters',
  timeNotValid: 'Please send a time with its offset, such as 2026-11-21T09:30:00Z.',
  idNotValid: 'The id of a draft is a UUID in lower case.',
  cursorNotValid: 'This page does not exist. Please start again with the first one.',
  saveFailed: 'Failed to save the draft.',
  deleteFailed: 'Failed to delete the draft. Please try again.',
  duplicateFailed: 'Failed to duplicate the post. Please try again.',
} as const;

/**
 * The whole draft: a field that is absent is empty afterwards. As in `SchedulePostRequest`, but a draft has no `scheduledFor`, and may be
 * without text and accounts, too long, or planned in the past. Files must be uploads of the user. Accounts are not checked: a draft keeps
 * those that were disconnected.
 */
export type SaveDraftRequest = Partial<Omit<SchedulePostRequest, 'scheduledFor'>> &
  Readonly<{
    /** The planned time; ISO 8601 with offset. Nothing is published at this time. Null or absent: none. */
    plannedFor?: string | null;
  }>;

/** What lists show. */
export type DraftLine = OptionalWords &
  Readonly<{
    /** A UUID in lower case. The client chooses it. */
    id: string;
    /** 1 after the first save; grows by one with each change. */
    revision: number;
    content: string;
    /** UTC instant, ISO 8601. */
    plannedFor: string | null;
    timezone: string | null;
    /** All accounts of the draft: those of `selectedAccountIds` and of `targets`, each once. */
    accountIds: readonly number[];
    aiRepliesEnabled: boolean;
    mediaFiles: readonly MediaFileView[];
    createdAt: string;
    changedAt: string;
    /** The browser of the last change, such as "Firefox on Windows", or the name of the API token. */
    device: string;
    /** The code of `device` in `DEVICE_NAMES`, and the names in it. Absent: `device` is the same in every language. */
    deviceSaid?: SaidPart;
  }>;
/** `title` and `hashtags` null: the draft has none, and then scheduling uses the post defaults. `hashtags` empty: none. */
export type DraftView = DraftLine &
  Readonly<{
    localTime: string | null;
    /** As they were sent. */
    selectedAccountIds: readonly number[];
    targets: readonly TargetRequest[];
  }>;
/** `total`: all drafts of the user, for the filter. */
export type DraftPage = Readonly<{ items: readonly DraftLine[]; nextCursor: string | null; total: number }>;

/**
 * The body of 412 `scheduling.draft-changed` and `scheduling.draft-gone`. `draft`: the current draft; null: it no
 * longer exists. `postId`: the post that was scheduled from it; null: the draft was deleted.
 */
export type DraftConflict = ErrorReply & Readonly<{ draft: DraftView | null; postId: number | null }>;

/**
 * Saves a draft. 201 the first time, without `If-Match`. Afterwards `If-Match: "revision"` is required; each response
 * contains that of the next save in `ETag` and in `revision`.
 * 428 `scheduling.draft-needs-revision`: `If-Match` is missing and the draft exists with other content.
 * 412 `scheduling.draft-changed`: the draft has another revision now; the body is a `DraftConflict` with it.
 * 412 `scheduling.draft-gone`: it was deleted or scheduled, or is being scheduled; `draft` is null. To keep the content, save it under a new id.
 * A save of the content that is already stored returns 200 and changes nothing, whatever its `If-Match`. So a request may be repeated after a time-out.
 * 422 `scheduling.draft-limit-reached` (500 drafts, or 20 MB in all), `scheduling.draft-too-large`, `scheduling.media-unknown`.
 */
export const saveDraft: Call<SaveDraftRequest, DraftView> = { method: 'PUT', path: '/api/drafts/:id' };
/** `?cursor=`: pages of 50, the latest change first. A page ends at 1 MB. */
export const listDrafts: Call<void, DraftPage> = { method: 'GET', path: '/api/drafts' };
/** 404 `scheduling.draft-not-found`, even for drafts of other users. The header `ETag` has the revision. */
export const getDraft: Call<void, DraftView> = { method: 'GET', path: '/api/drafts/:id' };
/** 204; a repeated request within ten minutes gets the same response. With `If-Match` only this revision: 412 as `saveDraft`. `restoreDraft` undoes it. */
export const deleteDraft: Call<void, void> = { method: 'DELETE', path: '/api/drafts/:id' };
/** Undoes `deleteDraft` for ten minutes: the draft with its revision. 404 afterwards. A draft that is not deleted stays as it is. */
export const restoreDraft: Call<void, DraftView> = { method: 'POST', path: '/api/drafts/:id/restore' };
/**
 * 201 with a new draft from a post in any state. It has the text, own texts, options and files of the post, and those of its accounts that
 * are still connected. It has no planned time. 404 for a deleted post; an archived one cannot be duplicated either.
 */
export const duplicatePost: Call<void, DraftView> = { method: 'POST', path: '/api/posts/:id/duplicate' };
