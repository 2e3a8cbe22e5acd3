import { useSuspenseQuery } from '@tanstack/react-query';
import { postsQuery } from '#features/scheduling/api/posts.ts';

export function PostsScreen() {
  const { data } = useSuspenseQuery(postsQuery);
  return <h1 className="text-2xl font-semibold">Posts {data.length}</h1>;
}
