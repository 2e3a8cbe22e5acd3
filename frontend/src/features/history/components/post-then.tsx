import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { hashtagList } from '@posthorn/contracts/scheduling/post-text';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { PlatformIcon } from '#ui/platform-icon.tsx';

const LOOKS: Readonly<Record<PostView['targets'][number]['status'], Readonly<{ word: string; tone: Tone }>>> =
  {
    scheduled: { word: 'Scheduled', tone: 'scheduled' },
    publishing: { word: 'Publishing', tone: 'primary' },
    posted: { word: 'Posted', tone: 'posted' },
    failed: { word: 'Failed', tone: 'failed' },
    unknown: { word: 'Check needed', tone: 'attention' },
  };

type Props = Readonly<{
  post: PostView;
  zone: string;
  now: number;
  /** Another time has been chosen, and its post is on the way. */
  isBusy: boolean;
}>;

/** The post as it was at the chosen time. */
export function PostThen({ post, zone, now, isBusy }: Props) {
  return (
    <Card aria-label="The post at that time" aria-busy={isBusy} className="space-y-3">
      {post.title && <h2 className="font-semibold">{post.title}</h2>}
      <p className="text-sm whitespace-pre-line">{post.content}</p>
      {post.hashtags && <p className="text-sm text-primary">{hashtagList(post.hashtags).join(' ')}</p>}
      {post.mediaFiles.length > 0 && (
        <p className="text-sm text-muted">
          {post.mediaFiles.map(({ originalName }) => originalName).join(', ')}
        </p>
      )}
      <p className="text-sm text-muted">Due {dayAndTime(post.scheduledFor, zone, now)}</p>
      <ul className="space-y-1">
        {post.targets.map(({ accountId, platform, accountName, status }) => (
          <li key={accountId} className="flex flex-wrap items-center gap-2 text-sm">
            <PlatformIcon platform={platform} className="text-muted" />
            <span className="min-w-0 flex-1 truncate">
              <span className="sr-only">{PLATFORM_NAMES[platform]}: </span>
              {accountName}
            </span>
            <Badge tone={LOOKS[status].tone}>{LOOKS[status].word}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
