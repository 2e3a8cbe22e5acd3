import { hashtagList } from '@posthorn/contracts/scheduling/post-text';
import type { PublicPostView } from '@posthorn/contracts/scheduling/public-posts.http';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { PROFILE_SCREEN_TEXT as TEXT } from '../../messages/profile.en.ts';
import { PostPicture } from './post-picture.tsx';

const TAGS_MAX = 3;
const PLATFORMS_MAX = 3;

export function PublicPost({ post }: { post: PublicPostView }) {
  const { content, hashtags, media, publishedAt, platforms } = post;
  const now = useNow();
  const tags = hashtagList(hashtags).slice(0, TAGS_MAX);
  const figures = [
    post.likes !== null && TEXT.likes(post.likes),
    post.comments !== null && TEXT.comments(post.comments),
    post.shares !== null && TEXT.shares(post.shares),
  ].filter((figure) => figure !== false);
  const more = platforms.length - PLATFORMS_MAX;
  return (
    <article className="flex min-w-0 flex-1 flex-col overflow-hidden rounded-2xl border bg-surface shadow-card">
      <PostPicture media={media} platforms={platforms} />
      <div className="flex flex-1 flex-col gap-2 p-side">
        <p dir="auto" className="line-clamp-3 whitespace-pre-line wrap-anywhere">
          {content}
        </p>
        {tags.length > 0 && (
          <p dir="auto" className="truncate text-sm text-primary">
            {tags.join(' ')}
          </p>
        )}
        {figures.length > 0 && <p className="text-sm text-muted">{figures.join(' · ')}</p>}
        <div className="mt-auto flex items-center justify-between gap-2 text-sm text-muted">
          <time dateTime={publishedAt}>{relativeTime(publishedAt, now)}</time>
          <span className="flex items-center gap-1">
            <span className="sr-only">
              {TEXT.publishedOn(platforms.map((platform) => PLATFORM_NAMES[platform]).join(', '))}
            </span>
            {platforms.slice(0, PLATFORMS_MAX).map((platform) => (
              <PlatformBadge key={platform} platform={platform} className="size-5" />
            ))}
            {more > 0 && <span aria-hidden>{TEXT.morePlatforms(more)}</span>}
          </span>
        </div>
      </div>
    </article>
  );
}
