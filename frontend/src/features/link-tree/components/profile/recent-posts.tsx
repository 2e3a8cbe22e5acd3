import type { PublicPostView } from '@posthorn/contracts/scheduling/public-posts.http';
import { Link } from '@tanstack/react-router';
import LayoutList from 'lucide-react/icons/layout-list';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PROFILE_SCREEN_TEXT as TEXT } from '../../messages/profile.en.ts';
import { PublicPost } from './public-post.tsx';

/** The number of posts that are visible at first, and that each click on the button adds. */
const STEP = 12;

type Props = Readonly<{
  username: string;
  isOwn: boolean;
  posts: readonly PublicPostView[];
  /** The number of all posts, including posts that `posts` does not contain. */
  all: number;
}>;

export function RecentPosts({ username, isOwn, posts, all }: Props) {
  const [most, setMost] = useState(STEP);
  const shown = posts.slice(0, most);
  return (
    <section aria-labelledby="recent-posts" className="space-y-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="recent-posts" className="text-lg font-semibold">
          {TEXT.recentPosts}
        </h2>
        {shown.length > 0 && (
          <p role="status" className="text-sm text-muted">
            {TEXT.showing(shown.length, Math.max(all, posts.length))}
          </p>
        )}
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={LayoutList}
          title={TEXT.nothing}
          actions={
            isOwn && (
              <Button asChild variant="primary">
                <Link to="/posts" search={{ compose: true }}>
                  {TEXT.writePost}
                </Link>
              </Button>
            )
          }
        >
          {isOwn ? TEXT.nothingOwn : TEXT.nothingOf(username)}
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3">
          {shown.map((post) => (
            <li key={post.id} className="flex min-w-0">
              <PublicPost post={post} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < posts.length && (
        <Button
          className="w-full sm:w-auto"
          onClick={() => {
            setMost(most + STEP);
          }}
        >
          {TEXT.showMore}
        </Button>
      )}
    </section>
  );
}
