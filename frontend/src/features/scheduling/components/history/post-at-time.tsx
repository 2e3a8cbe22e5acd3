import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { hashtagList } from '@posthorn/contracts/scheduling/post-text';
import type { ReactNode } from 'react';
import { dayAndTime } from '#lib/zone-format.ts';
import { Card } from '#ui/card.tsx';
import { HISTORY_TEXT } from '../../messages/history.en.ts';

type Props = Readonly<{
  post: PostView;
  /** The name of the card for screen readers. */
  label: string;
  zone: string;
  now: number;
  /** The user chose another time, and the post at this time is loading. */
  isBusy: boolean;
  /** The state on each account. */
  children: ReactNode;
}>;

/** Shows the post in its current state, or in its state at the chosen time. */
export function PostAtTime({ post, label, zone, now, isBusy, children }: Props) {
  return (
    <Card aria-label={label} aria-busy={isBusy} className="space-y-3">
      {post.title && (
        <h2 dir="auto" className="font-semibold">
          {post.title}
        </h2>
      )}
      <p dir="auto" className="text-sm whitespace-pre-line">
        {post.content}
      </p>
      {post.hashtags && (
        <p dir="auto" className="text-sm text-primary">
          {hashtagList(post.hashtags).join(' ')}
        </p>
      )}
      {post.mediaFiles.length > 0 && (
        <p className="text-sm text-muted">
          {post.mediaFiles.map(({ originalName }) => originalName).join(', ')}
        </p>
      )}
      <p className="text-sm text-muted">{HISTORY_TEXT.due(dayAndTime(post.scheduledFor, zone, now))}</p>
      {children}
    </Card>
  );
}
