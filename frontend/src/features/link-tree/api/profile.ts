import { showPublicUser } from '@posthorn/contracts/identity/public-user.http';
import { listPublicPosts } from '@posthorn/contracts/scheduling/public-posts.http';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, send } from '#lib/api-client.ts';

/** There are no live updates about other users, so a later visit loads the data again. */
const staleTime = 10_000;

const ofSomebody = async <Reply>(asked: Promise<Reply>): Promise<Reply | null> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

/** Null: there is no user with this name. */
export const publicUserQuery = (username: string) =>
  queryOptions({
    queryKey: [showPublicUser.path, username],
    queryFn: ({ signal }) => ofSomebody(send(showPublicUser, undefined, { params: { username }, signal })),
    staleTime,
  });

/** Null: there is no user with this name. */
export const publicPostsQuery = (username: string) =>
  queryOptions({
    queryKey: [listPublicPosts.path, username],
    queryFn: ({ signal }) => ofSomebody(send(listPublicPosts, undefined, { params: { username }, signal })),
    staleTime,
  });
