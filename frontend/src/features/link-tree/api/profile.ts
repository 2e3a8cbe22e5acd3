import { showPublicUser } from '@posthorn/contracts/identity/public-user.http';
import { listPublicPosts } from '@posthorn/contracts/scheduling/public-posts.http';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, send } from '#lib/api-client.ts';

/** A later visit reloads the data, because there are no live updates about other users. */
const staleTime = 10_000;

const nullIfNotFound = async <Reply>(response: Promise<Reply>): Promise<Reply | null> => {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

/** The public data of a user; null: there is no user with this name. */
export const publicUserQuery = (username: string) =>
  queryOptions({
    queryKey: [showPublicUser.path, username],
    queryFn: ({ signal }) =>
      nullIfNotFound(send(showPublicUser, undefined, { params: { username }, signal })),
    staleTime,
  });

/** The public posts of a user; null: there is no user with this name. */
export const publicPostsQuery = (username: string) =>
  queryOptions({
    queryKey: [listPublicPosts.path, username],
    queryFn: ({ signal }) =>
      nullIfNotFound(send(listPublicPosts, undefined, { params: { username }, signal })),
    staleTime,
  });
