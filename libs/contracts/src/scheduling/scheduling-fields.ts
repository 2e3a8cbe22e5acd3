import type { FieldLimits, FieldSentences } from '../shared/field-sentences.ts';
import { MEDIA, MEDIA_TEXT } from '../shared/media.http.ts';
import { CALENDAR, CALENDAR_TEXT } from './calendar.http.ts';
import { DRAFT, DRAFT_TEXT } from './drafts.http.ts';
import { HISTORY_TEXT } from './history.http.ts';
import { MANY_POSTS, MANY_POSTS_TEXT } from './many-posts.http.ts';
import { OPTIONAL_WORDS } from './optional-words.ts';
import { POST_TEXT } from './post-words.ts';
import { POST, POSTS_PAGE } from './posts.http.ts';
import { TARGET_TEXT } from './targets.ts';

/** Messages for refused fields of posts, drafts and files, by code. */
export const SCHEDULING_FIELDS = {
  'scheduling.content-missing': POST_TEXT.contentRequired,
  'scheduling.content-too-long': POST_TEXT.contentMax,
  'scheduling.own-content-too-long': POST_TEXT.ownTextMax,
  'scheduling.title-too-long': OPTIONAL_WORDS.title.tooLong,
  'scheduling.hashtags-too-long': OPTIONAL_WORDS.hashtags.tooLong,
  'scheduling.time-missing': POST_TEXT.timeRequired,
  'scheduling.timezone-not-valid': POST_TEXT.timezoneNotValid,
  'scheduling.accounts-missing': POST_TEXT.accountsRequired,
  'scheduling.file-missing': MEDIA_TEXT.none,
  'scheduling.file-gone': POST_TEXT.mediaUnknown,
  'scheduling.files-too-many': POST_TEXT.filesMax,
  'scheduling.own-file-unknown': POST_TEXT.targetMediaUnknown,
  'scheduling.alt-text-too-long': MEDIA_TEXT.altTextMax,
  'scheduling.page-not-found': POST_TEXT.cursorNotValid,
  'scheduling.page-size-not-valid': POST_TEXT.limitNotValid,
  'scheduling.search-too-long': POST_TEXT.searchMax,
  'scheduling.status-not-valid': POST_TEXT.statusNotValid,
  'scheduling.idempotency-key-not-valid': POST_TEXT.keyNotValid,
  'scheduling.draft-content-too-long': DRAFT_TEXT.contentMax,
  'scheduling.draft-page-not-found': DRAFT_TEXT.cursorNotValid,
  'scheduling.draft-id-not-valid': DRAFT_TEXT.idNotValid,
  'scheduling.draft-revision-not-valid': DRAFT_TEXT.revisionNotValid,
  'scheduling.draft-time-not-valid': DRAFT_TEXT.timeNotValid,
  'scheduling.own-risk-not-valid': TARGET_TEXT.atOwnRiskNotValid,
  'scheduling.permalink-not-valid': TARGET_TEXT.permalinkNotValid,
  'scheduling.remote-id-not-valid': TARGET_TEXT.remoteIdNotValid,
  'scheduling.history-time-not-valid': HISTORY_TEXT.atNotValid,
  'scheduling.calendar-start-not-valid': CALENDAR_TEXT.fromRequired,
  'scheduling.calendar-end-not-valid': CALENDAR_TEXT.toRequired,
  'scheduling.calendar-span-not-valid': CALENDAR_TEXT.spanNotValid,
  'scheduling.calendar-status-not-valid': CALENDAR_TEXT.statusNotValid,
  'scheduling.calendar-accounts-not-valid': CALENDAR_TEXT.accountsNotValid,
  'scheduling.many-ids-not-valid': MANY_POSTS_TEXT.idsNotValid,
  'scheduling.many-action-not-valid': MANY_POSTS_TEXT.actionNotValid,
  'scheduling.many-distance-not-valid': MANY_POSTS_TEXT.distanceNotValid,
  'scheduling.many-times-not-valid': MANY_POSTS_TEXT.timesNotValid,
} as const satisfies FieldSentences<'scheduling'>;

export const SCHEDULING_FIELD_LIMITS: FieldLimits<typeof SCHEDULING_FIELDS> = {
  'scheduling.content-too-long': { max: POST.contentMax },
  'scheduling.title-too-long': { max: OPTIONAL_WORDS.title.max },
  'scheduling.hashtags-too-long': { max: OPTIONAL_WORDS.hashtags.max },
  'scheduling.files-too-many': { max: POST.filesMax },
  'scheduling.alt-text-too-long': { max: MEDIA.altTextMax },
  'scheduling.page-size-not-valid': { max: POSTS_PAGE.limitMax },
  'scheduling.search-too-long': { max: POSTS_PAGE.searchMax },
  'scheduling.draft-content-too-long': { max: DRAFT.contentMax },
  'scheduling.calendar-span-not-valid': { max: CALENDAR.daysMax },
  'scheduling.many-ids-not-valid': { max: MANY_POSTS.idsMax },
};
