import type { NoticeView } from '@posthorn/contracts/notifications/notices.http';
import { Link } from '@tanstack/react-router';
import { classNames } from '#lib/class-names.ts';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { clockTime, dateOf, exactTime } from '#lib/zone-format.ts';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { NOTICES_TEXT as TEXT } from '../messages/notices.en.ts';

type Props = Readonly<{ notice: NoticeView; isFirst: boolean; zone: string; onFollowed: () => void }>;

/** One notice, with a link to its subject. */
export function NoticeLink({ notice, isFirst, zone, onFollowed }: Props) {
  const { platform, accountName, at, read, quote } = notice;
  const now = useNow();
  return (
    <Link
      {...destinationOf(notice)}
      onClick={onFollowed}
      {...(isFirst && { 'data-autofocus': true })}
      className="flex min-h-14 items-start gap-3 rounded-lg py-3 text-sm hover:bg-sunken"
    >
      <PlatformBadge platform={platform} className="mt-0.5 size-5" />
      <span className="min-w-0 flex-1">
        <span className={classNames('block wrap-break-word', !read && 'font-semibold')}>
          {!read && <span className="sr-only">{TEXT.isNew}</span>}
          {sentenceOf(notice, zone, now)}
        </span>
        {quote && (
          <span dir="auto" className="line-clamp-2 wrap-break-word">
            {TEXT.quote(quote.text, quote.author)}
          </span>
        )}
        <span className="block wrap-break-word text-muted">
          {TEXT.on(PLATFORM_NAMES[platform], accountName)}
        </span>
        <time dateTime={at} title={exactTime(at, zone)} className="block text-muted tabular-nums">
          {clockTime(Date.parse(at), zone, now)}
        </time>
      </span>
      {!read && <span aria-hidden className="mt-1.5 size-2.5 shrink-0 rounded-full bg-primary" />}
    </Link>
  );
}

function sentenceOf({ cause, count, endsAt }: NoticeView, zone: string, now: number): string {
  switch (cause) {
    case 'failed':
    case 'unknown':
    case 'reconnect':
      return TEXT.about[cause];
    case 'ending':
      return endsAt === null ? TEXT.about.reconnect : TEXT.about.ending(dateOf(endsAt, zone, now));
    case 'comments':
      return TEXT.about.comments(count);
  }
}

/** Returns the screen where the user can solve the problem. Posts whose problem is solved are no longer in the list on this screen. */
function destinationOf({ kind, platform, postId }: NoticeView) {
  switch (kind) {
    case 'postFailed':
      return {
        to: '/posts',
        search: { filter: 'attention', ...(postId !== null && { at: postId }) },
      } as const;
    case 'accountExpiring':
      return { to: '/settings' } as const;
    case 'newComment':
      return { to: '/inbox', search: { status: 'new', platform } } as const;
  }
}
