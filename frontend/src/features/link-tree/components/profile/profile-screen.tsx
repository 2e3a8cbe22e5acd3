import type { UserView } from '@posthorn/contracts/identity/session.http';
import type { PublicUserView } from '@posthorn/contracts/identity/public-user.http';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { Button } from '#ui/button.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { publicPostsQuery, publicUserQuery } from '../../api/profile.ts';
import { PROFILE_SCREEN_TEXT as TEXT } from '../../messages/profile.en.ts';
import { FollowMe } from './follow-me.tsx';
import { ProfileFooter } from './profile-footer.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { RecentPosts } from './recent-posts.tsx';

/** Three figures. A text replaces an unknown figure. */
function ProfileFigures({ stats }: Pick<PublicUserView, 'stats'>) {
  const figures = [
    [TEXT.posts, stats.posts],
    [TEXT.engagement, stats.engagement],
    [TEXT.platforms, stats.platforms],
  ] as const;
  return (
    <dl
      aria-label={TEXT.figures}
      className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2 sm:gap-3"
    >
      {figures.map(([name, count]) => (
        <div
          key={name}
          className="flex min-h-20 flex-col-reverse items-center justify-center gap-0.5 rounded-2xl border bg-surface px-1 py-2 text-center shadow-card"
        >
          <dt className="text-sm text-muted max-[22rem]:text-xs">{name}</dt>
          {count === null ? (
            <dd className="text-sm font-medium">{TEXT.noFigures}</dd>
          ) : (
            <dd className="text-xl font-semibold tabular-nums">{count.toLocaleString('en')}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function NoProfile({ username }: { username: string }) {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center text-center">
      <SearchX aria-hidden className="mb-4 size-10 text-muted" />
      <ScreenHeading>{TEXT.notFound}</ScreenHeading>
      <p className="mt-2 wrap-anywhere text-muted">{TEXT.notFoundHint(username)}</p>
      <Button asChild variant="primary" className="mt-6">
        <Link to="/posts">{TEXT.toPosts}</Link>
      </Button>
    </div>
  );
}

type Props = Readonly<{ username: string; viewer: UserView }>;

/** The public profile of a user, as others see it. On the viewer's own profile, it also has buttons. */
export function ProfileScreen({ username, viewer }: Props) {
  const [{ data: user }, { data: posts }] = useSuspenseQueries({
    queries: [publicUserQuery(username), publicPostsQuery(username)],
  });
  if (!user || !posts) return <NoProfile username={username} />;
  const isOwn = user.username === viewer.username;
  return (
    // On a phone, the card starts below the bell, because the bell would cover it.
    <div className="clear-both space-y-5 pt-4 md:pt-0">
      <ProfileHeader user={user} isOwn={isOwn} zone={viewer.timezone} />
      <ProfileFigures stats={user.stats} />
      <FollowMe accounts={user.accounts} />
      <RecentPosts username={user.username} isOwn={isOwn} posts={posts} all={user.stats.posts} />
      <ProfileFooter user={user} isOwn={isOwn} viewer={viewer.username} />
    </div>
  );
}
