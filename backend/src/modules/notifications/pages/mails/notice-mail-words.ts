import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import type { MailWords } from '#infrastructure/mail/write-mail.ts';
import { NOTICE_MAIL_TEXT as TEXT } from './messages.en.ts';
import type { CurrentNotice } from '../../stores/notices/current-notices.ts';

/** The maximum length of a quote, in visible characters. This is enough to recognize a post. */
const QUOTE_LENGTH = 80;
/** The maximum number of lines about notices in one mail. The button links to all notices. */
const LINES_MAX = 20;

/**
 * `publicUrl`: without a slash at its end; `stop`: the unsubscribe link; `timezone`: the time zone of the
 * recipient.
 */
type Around = Readonly<{ publicUrl: string; stop: string; timezone: string }>;

/** @param notices at least one, all of this kind */
export function noticeMailWords(
  kind: NoticeKind,
  notices: readonly CurrentNotice[],
  { publicUrl, stop, timezone }: Around,
): MailWords {
  const lines = linesOf(notices, timezone).slice(0, LINES_MAX);
  return {
    subject: subjectOf(kind, notices),
    before: lines,
    link: { label: TEXT[kind].button, url: `${publicUrl}${PATHS[kind]}` },
    after: [TEXT.why],
    stop: { label: TEXT.stop[kind], url: stop },
  };
}

const PATHS: Readonly<Record<NoticeKind, string>> = {
  postFailed: '/posts?filter=attention',
  accountExpiring: '/settings',
  newComment: '/inbox?status=new',
};

function subjectOf(kind: NoticeKind, notices: readonly CurrentNotice[]): string {
  switch (kind) {
    case 'postFailed': {
      const posts = notices.flatMap((notice) => ('postId' in notice ? [notice.postId] : []));
      return TEXT.postFailed.subject(new Set(posts).size);
    }
    case 'accountExpiring':
      return TEXT.accountExpiring.subject(new Set(notices.map(({ where }) => where)).size);
    case 'newComment':
      return TEXT.newComment.subject(sum(notices));
  }
}

/** One line for the sum of an account's comments, and one line for each other notice. */
function linesOf(notices: readonly CurrentNotice[], timezone: string): readonly string[] {
  return [...new Set(notices.map(({ where }) => where))].flatMap((where) => {
    const ofAccount = notices.filter((notice) => notice.where === where);
    const comments = sum(ofAccount);
    return [
      ...ofAccount.flatMap((notice) => lineOf(notice, timezone)),
      ...(comments > 0 ? [TEXT.newComment.comments(where, comments)] : []),
    ];
  });
}

function lineOf(notice: CurrentNotice, timezone: string): readonly string[] {
  const { where } = notice;
  switch (notice.cause) {
    case 'failed':
      return [TEXT.postFailed.failed(where, quoted(notice.content))];
    case 'unknown':
      return [TEXT.postFailed.unknown(where, quoted(notice.content))];
    case 'reconnect':
      return [TEXT.accountExpiring.reconnect(where)];
    case 'ending': {
      const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: timezone });
      return [TEXT.accountExpiring.ending(where, day.format(new Date(notice.endsAt)))];
    }
    case 'comments':
      return [];
  }
}

const sum = (notices: readonly CurrentNotice[]): number =>
  notices.reduce((count, notice) => count + (notice.cause === 'comments' ? notice.count : 0), 0);

/** Quotes the content on one line. Cuts only between grapheme clusters. */
function quoted(content: string | null): string {
  const words = (content ?? '').replace(/\s+/gu, ' ').trim();
  if (words === '') return TEXT.postFailed.unquoted;
  const letters = [...new Intl.Segmenter('en').segment(words)].map(({ segment }) => segment);
  return TEXT.postFailed.quoted(
    letters.length > QUOTE_LENGTH ? `${letters.slice(0, QUOTE_LENGTH).join('')}…` : words,
  );
}
