import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { hashtagList } from '@posthorn/contracts/scheduling/post-text';
import Pencil from 'lucide-react/icons/pencil';
import { memo, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { dayAndTime, exactTime } from '#lib/zone-format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import { isLate } from '../is-late.ts';
import { connectionOf, useConnections } from '../../connections.ts';
import { postWords } from '../status-words.ts';
import { Folded } from './folded.tsx';
import { LazyPostMenu } from './lazy-post-menu.tsx';
import { MediaStrip } from './media-strip.tsx';
import { PostTargets } from './post-targets.tsx';

const LONG_TEXT = 280;

type PostCardProps = Readonly<{
  post: PostView;
  zone: string;
  onEdit: (post: PostView) => void;
  onRemove: (post: PostView) => void;
}>;

export const PostCard = memo(function PostCard({ post, zone, onEdit, onRemove }: PostCardProps) {
  const { word, icon: Picture, tone } = postWords(post, useConnections());
  const name = post.title ?? post.content.slice(0, 60);
  return (
    <article aria-label={name} tabIndex={-1} className="rounded-2xl border bg-surface p-4 shadow-card sm:p-5">
      <header className="-mt-1.5 -mr-2 flex flex-wrap items-center gap-x-2">
        <Badge tone={tone}>
          <Picture aria-hidden />
          {word}
        </Badge>
        <When post={post} zone={zone} />
        <div className="ml-auto flex shrink-0">
          {post.status === 'scheduled' && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Edit ${name}`}
              disabled={post.publishing}
              title={post.publishing ? POST_TEXT.started : 'Edit'}
              onClick={() => {
                onEdit(post);
              }}
            >
              <Pencil aria-hidden />
            </Button>
          )}
          <LazyPostMenu post={post} label={`More for ${name}`} onEdit={onEdit} onRemove={onRemove} />
        </div>
      </header>
      <div className="mt-2 space-y-3 sm:mt-1.5">
        {post.title && <h3 className="font-semibold">{post.title}</h3>}
        <Content text={post.content} />
        {post.hashtags && <p className="text-sm text-primary">{hashtagList(post.hashtags).join(' ')}</p>}
        <MediaStrip files={post.mediaFiles} />
        <Accounts post={post} zone={zone} />
      </div>
    </article>
  );
});

/** By name while all is well and nothing due; else a row each. */
function Accounts({ post, zone }: { post: PostView; zone: string }) {
  const now = useNow();
  const connections = useConnections();
  const waiting = post.targets.every(
    (target) =>
      target.status === 'scheduled' &&
      !target.problem &&
      !target.warning &&
      connectionOf(target.accountId, connections) === 'active' &&
      !isLate(target, post.scheduledFor, now),
  );
  if (!waiting) return <PostTargets post={post} zone={zone} />;
  return (
    <Folded items={post.targets} name="accounts">
      {(shown) => (
        <ul aria-label="Accounts" className="flex flex-wrap gap-x-4 gap-y-1.5">
          {shown.map(({ accountId, platform, accountName }) => (
            <li key={accountId} className="flex max-w-full min-w-0 items-center gap-2 text-sm text-muted">
              <PlatformIcon platform={platform} className="size-4" />
              <span className="sr-only">{PLATFORM_NAMES[platform]}: </span>
              <span className="truncate" title={accountName}>
                {accountName}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Folded>
  );
}

/** "in 3 h" with the time on the user's clock beside it. */
function When({ post: { scheduledFor }, zone }: { post: PostView; zone: string }) {
  const now = useNow();
  return (
    <time
      dateTime={scheduledFor}
      title={exactTime(scheduledFor, zone)}
      className="order-last min-w-0 basis-full text-sm text-muted sm:order-none sm:basis-auto"
    >
      <span className="font-medium text-ink">{relativeTime(scheduledFor, now)}</span>
      {' · '}
      {dayAndTime(scheduledFor, zone, now)}
    </time>
  );
}

function Content({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const long = text.length > LONG_TEXT || text.split('\n').length > 5;
  return (
    <div>
      <p
        className={classNames(
          'text-[0.9375rem] leading-relaxed whitespace-pre-wrap',
          long && !whole && 'line-clamp-4',
        )}
      >
        {text}
      </p>
      {long && (
        <Button
          variant="link"
          size="inline"
          aria-expanded={whole}
          onClick={() => {
            setWhole(!whole);
          }}
        >
          {whole ? 'Show less' : 'Show more'}
        </Button>
      )}
    </div>
  );
}
