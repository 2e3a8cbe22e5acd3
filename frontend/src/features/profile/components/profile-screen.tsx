import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useSuspenseQueries } from '@tanstack/react-query';
import { publicPostsQuery, publicUserQuery } from '../api/profile.ts';
import { FollowMe } from './follow-me.tsx';
import { NoProfile } from './no-profile.tsx';
import { ProfileFigures } from './profile-figures.tsx';
import { ProfileFooter } from './profile-footer.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { RecentPosts } from './recent-posts.tsx';

type Props = Readonly<{ username: string; viewer: UserView }>;

/** A user as everybody sees them, themselves too. */
export function ProfileScreen({ username, viewer }: Props) {
  const [{ data: user }, { data: posts }] = useSuspenseQueries({
    queries: [publicUserQuery(username), publicPostsQuery(username)],
  });
  if (!user || !posts) return <NoProfile username={username} />;
  const isOwn = user.username === viewer.username;
  return (
    // On a phone below the bell, which would lie on the card.
    <div className="clear-both space-y-5 pt-4 md:pt-0">
      <ProfileHeader user={user} isOwn={isOwn} zone={viewer.timezone} />
      <ProfileFigures stats={user.stats} />
      <FollowMe accounts={user.accounts} />
      <RecentPosts username={user.username} isOwn={isOwn} posts={posts} all={user.stats.posts} />
      <ProfileFooter user={user} isOwn={isOwn} viewer={viewer.username} />
    </div>
  );
}
