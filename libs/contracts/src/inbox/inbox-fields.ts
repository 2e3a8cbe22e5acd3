import type { FieldLimits, FieldSentences } from '../shared/field-sentences.ts';
import { REPLY } from './comments.http.ts';
import { INBOX_TEXT } from './inbox-text.ts';

/** Messages for refused fields of requests about comments and replies, by code. */
export const INBOX_FIELDS = {
  'inbox.reply-text-too-long': INBOX_TEXT.tooLong(REPLY.textMax),
  'inbox.comment-missing': INBOX_TEXT.commentRequired,
  'inbox.comment-too-long': INBOX_TEXT.commentTooLong,
  'inbox.post-too-long': INBOX_TEXT.postTooLong,
  'inbox.reply-id-not-valid': INBOX_TEXT.replyIdNotValid,
  'inbox.permalink-not-valid': INBOX_TEXT.permalinkNotValid,
  'inbox.own-risk-not-valid': INBOX_TEXT.atOwnRiskNotValid,
  'inbox.ids-not-valid': INBOX_TEXT.idsNotValid,
  'inbox.until-not-valid': INBOX_TEXT.untilNotValid,
  'inbox.mark-not-valid': INBOX_TEXT.markNotValid,
  'inbox.group-not-valid': INBOX_TEXT.groupNotValid,
  'inbox.status-not-valid': INBOX_TEXT.statusNotValid,
  'inbox.platform-not-valid': INBOX_TEXT.platformNotValid,
  'inbox.search-too-long': INBOX_TEXT.searchMax,
  'inbox.page-not-found': INBOX_TEXT.cursorNotValid,
  'inbox.page-size-not-valid': INBOX_TEXT.limitNotValid,
} as const satisfies FieldSentences<'inbox'>;

export const INBOX_FIELD_LIMITS: FieldLimits<typeof INBOX_FIELDS> = {
  'inbox.reply-text-too-long': { max: REPLY.textMax },
};
