import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { hashtagList } from '@posthorn/contracts/scheduling/post-text';
import Pencil from 'lucide-react/icons/pencil';
import { memo, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { dateOf, exactTime, timeOfDay } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { toggleChosen, useIsChosen } from '../../hooks/posts/chosen-posts.ts';
import { connectionOf, useConnections } from '../../model/connections.ts';
import { isHealthy } from '../../model/posts/is-healthy.ts';
import { CARD_TEXT } from '../../messages/posts.en.ts';
import { nameOf } from '../../model/posts/post-name.ts';
import { LazyPostMenu } from './lazy-post-menu.tsx';
import { FirstMedia, MediaStrip } from './media-strip.tsx';
import { PostStatus } from './post-status.tsx';
import { PostTargets } from './post-targets.tsx';
import { HealthyTargets } from './healthy-targets.tsx';

/** A longer text takes more than two lines on most screens. */
const LONG_TEXT = 80;

type PostCardProps = Readonly<{
  post: PostView;
  zone: string;
  onEdit: (post: PostView) => void;
  onRemove: (post: PostView) => void;
  /** The details of this post are open next to the list. */
  isSelected?: boolean;
  /** Set when the window is wide enough for details. */
  onSelect?: ((id: number) => void) | undefined;
  /** The figures of the post on its platforms. */
  figuresOf?: ((post: PostView) => ReactNode) | undefined;
}>;

/** One post in a few lines. Accounts without problems are folded until the user opens the card. Problems are always visible. */
export const PostCard = memo(function PostCard({
  post,
  zone,
  onEdit,
  onRemove,
  isSelected = false,
  onSelect,
  figuresOf,
}: PostCardProps) {
  const [isOpen, setOpen] = useState(false);
  const connections = useConnections();
  const now = useNow();
  const isChosen = useIsChosen(post.id);
  const healthyIds = post.targets
    .filter((target) =>
      isHealthy(target, post.scheduledFor, connectionOf(target.accountId, connections), now),
    )
    .map(({ accountId }) => accountId);
  const name = nameOf(post);
  const toggle = () => {
    setOpen(!isOpen);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) toggle();
  };
  return (
    <article
      data-row
      aria-label={name}
      tabIndex={-1}
      aria-current={isSelected || undefined}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (isWithin(event)) onSelect?.(post.id);
      }}
      className={classNames(
        'relative rounded-2xl border bg-surface px-3 py-2 shadow-card',
        onSelect && 'cursor-pointer',
        // A long press chooses the post and must not select text.
        !isOpen && 'pointer-coarse:select-none',
        (isSelected || isChosen) && 'border-primary ring-1 ring-primary',
      )}
    >
      <div className="pr-[min(2.5rem,11vw)] max-sm:min-h-19 sm:pr-22">
        <header className="flex min-h-5 flex-wrap items-center gap-x-3 text-xs">
          <When post={post} zone={zone} />
          <PostStatus post={post} />
        </header>
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">
            <PostText post={post} isOpen={isOpen} />
            {(healthyIds.length > 0 || isLong(post)) && (
              <HealthyTargets post={post} healthyIds={healthyIds} isOpen={isOpen} onToggle={toggle} />
            )}
          </div>
          {!isOpen && <FirstMedia files={post.mediaFiles} />}
        </div>
      </div>
      {isOpen && <MediaStrip files={post.mediaFiles} />}
      <PostTargets post={post} zone={zone} folded={isOpen ? [] : healthyIds} />
      {figuresOf?.(post)}
      <div className="absolute top-0.5 right-0.5 flex flex-col sm:flex-row">
        {isChosen === null ? (
          <>
            <Button
              variant="quiet"
              size="icon"
              aria-label={CARD_TEXT.editOf(name)}
              disabled={post.publishing}
              title={post.publishing ? POST_TEXT.started : CARD_TEXT.edit}
              onClick={() => {
                onEdit(post);
              }}
            >
              <Pencil aria-hidden />
            </Button>
            <LazyPostMenu
              post={post}
              zone={zone}
              label={CARD_TEXT.menuOf(name)}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          </>
        ) : (
          <label className="flex size-thumb items-center justify-center">
            <input
              type="checkbox"
              aria-label={CARD_TEXT.choose(name)}
              checked={isChosen}
              onChange={() => {
                toggleChosen(post.id);
              }}
              className="size-5 accent-primary"
            />
          </label>
        )}
      </div>
    </article>
  );
});

/** Whether a click is inside the card. React also bubbles clicks in a menu or dialog of the card, which are elsewhere in the page. */
const isWithin = ({ target, currentTarget }: MouseEvent): boolean =>
  target instanceof Node && currentTarget.contains(target);

const isLong = ({ title, content, hashtags, mediaFiles }: PostView): boolean =>
  `${title ?? ''}${content}${hashtags ?? ''}`.length > LONG_TEXT ||
  content.includes('\n') ||
  mediaFiles.length > 1;

/** For example "09:30 in 3 h". The heading above the cards shows the day, and screen readers announce the day with each card. */
function When({ post: { scheduledFor }, zone }: { post: PostView; zone: string }) {
  const now = useNow();
  // Computed only under a pointer, because zone names are slow to compute.
  const [isPointedAt, setPointedAt] = useState(false);
  return (
    <time
      dateTime={scheduledFor}
      title={isPointedAt ? exactTime(scheduledFor, zone) : undefined}
      onPointerEnter={() => {
        setPointedAt(true);
      }}
      className="text-muted"
    >
      <span className="sr-only">{dateOf(scheduledFor, zone, now)}, </span>
      <span className="text-sm font-semibold text-ink tabular-nums">
        {timeOfDay(scheduledFor, zone)}
      </span>{' '}
      {relativeTime(scheduledFor, now)}
    </time>
  );
}

/** Two lines of the text, or the whole text. */
function PostText({ post: { title, content, hashtags }, isOpen }: { post: PostView; isOpen: boolean }) {
  const tags = hashtags ? hashtagList(hashtags).join(' ') : '';
  return (
    <div className={classNames('text-sm', isOpen ? 'space-y-2 pt-1 pb-2' : 'leading-[1.1875rem]')}>
      {title && (
        <h3 dir="auto" className={classNames('font-semibold', !isOpen && 'truncate')}>
          {title}
        </h3>
      )}
      <p
        dir="auto"
        className={classNames(
          isOpen ? 'text-[0.9375rem] leading-relaxed whitespace-pre-wrap' : '',
          !isOpen && (title ? 'line-clamp-1' : 'line-clamp-2'),
        )}
      >
        {content}
        {tags && <span className={classNames('text-primary', isOpen && 'mt-2 block')}> {tags}</span>}
      </p>
    </div>
  );
}
