import type { ErrorSentences } from '../shared/error-sentences.ts';
import { MEDIA_TEXT } from '../shared/media.http.ts';
import { DRAFT_TEXT } from './drafts.http.ts';
import { POST_TEXT } from './post-words.ts';
import { DELETION_PROBLEMS } from './target-problems.ts';
import { TARGET_TEXT } from './targets.ts';

/** Error messages about posts, drafts and files, by error code. */
export const SCHEDULING_ERRORS = {
  'scheduling.upload-broken': MEDIA_TEXT.failed,
  'scheduling.upload-broken/name': MEDIA_TEXT.nameNotReadable,
  'scheduling.post-not-found': POST_TEXT.missing,
  'scheduling.draft-not-found': DRAFT_TEXT.missing,
  'scheduling.target-missing': 'This post has no such account.',
  'scheduling.account-missing': POST_TEXT.accountMissing,
  'scheduling.already-publishing': POST_TEXT.started,
  'scheduling.already-publishing/meanwhile': POST_TEXT.startedMeanwhile,
  'scheduling.already-publishing/published': POST_TEXT.notOpen,
  'scheduling.post-changed': POST_TEXT.changed,
  'scheduling.draft-scheduled': DRAFT_TEXT.otherScheduled,
  'scheduling.target-not-retryable': 'Only a failed, cancelled or unconfirmed post can be sent again.',
  'scheduling.target-not-unknown': 'There is nothing to check: the outcome is already known.',
  'scheduling.account-not-connected': TARGET_TEXT.notConnected,
  'scheduling.platform-cannot-be-asked':
    'Posthorn cannot check right now whether the post is there. Please try again in a few minutes.',
  'scheduling.post-not-due': 'This post is not due.',
  'scheduling.publishing-is-elsewhere': 'The post is already being published there.',
  'scheduling.remote-post-not-deletable':
    'There is nothing to delete: the post is not published there, or its deletion is under way or done.',
  'scheduling.draft-changed': DRAFT_TEXT.changed,
  'scheduling.draft-gone': DRAFT_TEXT.deleted,
  'scheduling.draft-gone/scheduled': DRAFT_TEXT.scheduled,
  'scheduling.too-many-files': MEDIA_TEXT.tooMany,
  'scheduling.file-too-large': ({ file = '' }) => MEDIA_TEXT.tooLarge(String(file)),
  'scheduling.too-many-pixels': ({ file = '' }) => MEDIA_TEXT.pixelsMax(String(file)),
  'scheduling.storage-full': MEDIA_TEXT.quota,
  'scheduling.file-not-supported': ({ file = '' }) => MEDIA_TEXT.notSupported(String(file)),
  'scheduling.file-not-supported/sound-only': ({ file = '' }) => MEDIA_TEXT.soundOnly(String(file)),
  'scheduling.file-too-complex': ({ file = '' }) => MEDIA_TEXT.tooComplex(String(file)),
  'scheduling.account-unknown': POST_TEXT.accountUnknown,
  'scheduling.target-unknown': POST_TEXT.targetUnknown,
  'scheduling.media-unknown': POST_TEXT.mediaUnknown,
  'scheduling.target-media-unknown': POST_TEXT.targetMediaUnknown,
  'scheduling.target-media-twice': POST_TEXT.targetMediaTwice,
  'scheduling.time-is-past': POST_TEXT.timePast,
  'scheduling.time-is-too-late': POST_TEXT.timeTooLate,
  'scheduling.own-texts-too-long': POST_TEXT.ownTextsMax,
  'scheduling.does-not-fit': 'This post does not fit one of its accounts.',
  'scheduling.draft-limit-reached': DRAFT_TEXT.limitReached,
  'scheduling.draft-limit-reached/size': DRAFT_TEXT.allTooLarge,
  'scheduling.draft-too-large': DRAFT_TEXT.tooLarge,
  'scheduling.post-limit-reached': POST_TEXT.limitReached,
  'scheduling.ai-needs-premium': POST_TEXT.aiPremium,
  'scheduling.idempotency-key-reused': POST_TEXT.keyReused,
  'scheduling.idempotency-key-reused/files': MEDIA_TEXT.keyReused,
  'scheduling.idempotency-key-reused/reply': 'This Idempotency-Key was already used for another reply.',
  'scheduling.file-not-fetched': ({ host = '' }) => MEDIA_TEXT.notFetched(String(host)),
  'scheduling.file-not-readable': ({ file = '' }) => MEDIA_TEXT.notReadable(String(file)),
  'scheduling.remote-post-unknown':
    'Posthorn does not know which post on the platform this is. Delete it there.',
  'scheduling.platform-cannot-delete': DELETION_PROBLEMS['cannot-delete'],
  'scheduling.deletion-not-granted': DELETION_PROBLEMS['permission-missing'],
  'scheduling.draft-needs-revision': DRAFT_TEXT.needsRevision,
  'scheduling.uploads-busy': MEDIA_TEXT.uploadsBusy,
  'scheduling.drawing-busy': MEDIA_TEXT.drawingBusy,
} as const satisfies ErrorSentences<'scheduling'>;
