import type { LinkPageView, PageablePostView } from '@posthorn/contracts/link-tree/link-page.http';
import { useId } from 'react';
import { useNow } from '#lib/now.ts';
import { dateOf } from '#lib/zone-format.ts';
import { Card } from '#ui/card.tsx';
import { Switch } from '#ui/switch.tsx';
import { UpgradeLink } from '#ui/upgrade-link.tsx';
import { useShowPost } from '../api/change-page.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';

const TEXT = EDITOR_TEXT.posts;

type PagePostsProps = Readonly<{ page: LinkPageView; isPremium: boolean; zone: string }>;

/** Chooses which published posts the page may show. */
export function PagePosts({ page: { posts, postsShown }, isPremium, zone }: PagePostsProps) {
  return (
    <Card aria-labelledby="posts">
      <h2 id="posts" className="text-lg font-semibold">
        {TEXT.heading}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{posts.length === 0 ? TEXT.none : TEXT.hint(postsShown)}</p>
      {!isPremium && posts.length > postsShown && (
        <p className="text-sm">
          <UpgradeLink>{TEXT.more}</UpgradeLink>
        </p>
      )}
      <ul aria-labelledby="posts" className="mt-3 divide-y empty:hidden">
        {posts.map((post) => (
          <PostRow key={post.postId} post={post} zone={zone} />
        ))}
      </ul>
    </Card>
  );
}

function PostRow({ post, zone }: { post: PageablePostView; zone: string }) {
  const { postId, label, publishedAt, thumbnailUrl, hidden } = post;
  const id = useId();
  const now = useNow();
  const { mutate: show } = useShowPost();
  return (
    <li className="flex flex-wrap items-center gap-3 py-2 text-sm">
      {thumbnailUrl !== null && (
        <img
          src={thumbnailUrl}
          alt=""
          loading="lazy"
          className="size-11 shrink-0 rounded-lg border object-cover"
        />
      )}
      <div className="min-w-20 flex-1">
        <p dir="auto" className="truncate font-medium">
          {label}
        </p>
        <p className="text-muted">{dateOf(publishedAt, zone, now)}</p>
      </div>
      <label htmlFor={id} className="sr-only">
        {TEXT.shown(label)}
      </label>
      <Switch
        id={id}
        checked={!hidden}
        onCheckedChange={(checked) => {
          show({ postId, shown: checked });
        }}
      />
    </li>
  );
}
