import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { hashtagList } from '@posthorn/contracts/scheduling/post-text';
import type { ReactNode } from 'react';
import { dayAndTime } from '#lib/zone-format.ts';
import { Card } from '#ui/card.tsx';
import { HISTORY_TEXT } from '../../messages/history.en.ts';

type Props = Readonly<{
  post: PostView;
  /** What a screen reader calls it. */
  label: string;
  zone: string;
  now: number;
  /** Another time was chosen, and its post is loading. */
  isBusy: boolean;
  /** The state on each account. */
  children: ReactNode;
}>;

/** Shows the post with its state now, or with its state at the chosen time. */
export function PostThen({ post, label, zone, now, isBusy, children }: Props) {
  return (
    <Card aria-label={label} aria-busy={isBusy} className="space-y-3">
      {post.title && <h2 className="font-semibold">{post.title}</h2>}
      <p className="text-sm whitespace-pre-line">{post.content}</p>
      {post.hashtags && <p className="text-sm text-primary">{hashtagList(post.hashtags).join(' ')}</p>}
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
