import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { ProfileScreen } from '#features/link-tree/components/profile/profile-screen.tsx';

/** The screen loads its data itself, because the code of a loader would be part of every first load. */
export const Route = createFileRoute('/_signed-in/profile/$username')({ component: Profile });

function Profile() {
  const { username } = Route.useParams();
  const { data: viewer } = useSuspenseQuery(currentUserQuery);
  return viewer && <ProfileScreen key={username} username={username.toLowerCase()} viewer={viewer} />;
}
