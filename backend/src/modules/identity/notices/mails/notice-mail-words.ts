import type { NoticeKind } from '@posthorn/contracts/identity/notices.http';
import type { MailWords } from '#infrastructure/mail/write-mail.ts';
import { NOTICE_MAIL_TEXT as TEXT } from './messages.en.ts';
import type { Story } from './stories.ts';

/** Of a post so much is quoted that its writer knows it again. */
const QUOTED = 80;
/** More of them in one mail nobody reads; the button leads to all. */
const TOLD = 20;

/** `publicUrl` without a slash at its end; `stop`: the link that ends such mails; `timezone`: of whoever reads it. */
type Around = Readonly<{ publicUrl: string; stop: string; timezone: string }>;

/** @param stories at least one, all of this kind */
export function noticeMailWords(
  kind: NoticeKind,
  stories: readonly Story[],
  { publicUrl, stop, timezone }: Around,
): MailWords {
  const lines = linesOf(stories, timezone).slice(0, TOLD);
  return {
    subject: subjectOf(kind, stories),
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

function subjectOf(kind: NoticeKind, stories: readonly Story[]): string {
  switch (kind) {
    case 'postFailed': {
      const posts = stories.flatMap((story) => ('postId' in story ? [story.postId] : []));
      return TEXT.postFailed.subject(new Set(posts).size);
    }
    case 'accountExpiring':
      return TEXT.accountExpiring.subject(new Set(stories.map(({ where }) => where)).size);
    case 'newComment':
      return TEXT.newComment.subject(sum(stories));
  }
}

/** Comments are told by account, all else one by one. */
function linesOf(stories: readonly Story[], timezone: string): readonly string[] {
  return [...new Set(stories.map(({ where }) => where))].flatMap((where) => {
    const told = stories.filter((story) => story.where === where);
    const comments = sum(told);
    return [
      ...told.flatMap((story) => lineOf(story, timezone)),
      ...(comments > 0 ? [TEXT.newComment.comments(where, comments)] : []),
    ];
  });
}

function lineOf(story: Story, timezone: string): readonly string[] {
  const { where } = story;
  switch (story.cause) {
    case 'failed':
      return [TEXT.postFailed.failed(where, quoted(story.content))];
    case 'unknown':
      return [TEXT.postFailed.unknown(where, quoted(story.content))];
    case 'reconnect':
      return [TEXT.accountExpiring.reconnect(where)];
    case 'ending': {
      const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: timezone });
      return [TEXT.accountExpiring.ending(where, day.format(new Date(story.endsAt)))];
    }
    case 'comments':
      return [];
  }
}

const sum = (stories: readonly Story[]): number =>
  stories.reduce((count, story) => count + (story.cause === 'comments' ? story.count : 0), 0);

/** On one line, cut between letters as people count them. */
function quoted(content: string | null): string {
  const words = (content ?? '').replace(/\s+/gu, ' ').trim();
  if (words === '') return TEXT.postFailed.unquoted;
  const letters = [...new Intl.Segmenter('en').segment(words)].map(({ segment }) => segment);
  return TEXT.postFailed.quoted(letters.length > QUOTED ? `${letters.slice(0, QUOTED).join('')}…` : words);
}
