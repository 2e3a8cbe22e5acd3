import { listPosts } from '@posthorn/contracts/scheduling/posts.http';
import type { QueryClient } from '@tanstack/react-query';
import { notePost, postQuery } from './posts.ts';

/** Of more posts than this at once the lists are asked for again. */
const AT_ONCE = 10;

type Refreshing = { wanted: Set<number>; isRunning: boolean };
const refreshing = new WeakMap<QueryClient, Refreshing>();

/**
 * Asks for single posts that have changed. What comes in meanwhile is asked for afterwards: an answer that was on its way
 * already may be older. Never fails: a post that could not be asked for stays as it was until its next news.
 */
export async function refreshPosts(queryClient: QueryClient, ids: readonly number[]): Promise<void> {
  const state = refreshing.get(queryClient) ?? { wanted: new Set<number>(), isRunning: false };
  refreshing.set(queryClient, state);
  for (const id of ids) state.wanted.add(id);
  if (state.isRunning) return;
  state.isRunning = true;
  try {
    while (state.wanted.size > 0) {
      const now = [...state.wanted];
      state.wanted.clear();
      if (now.length > AT_ONCE) await queryClient.invalidateQueries({ queryKey: [listPosts.path] });
      else await Promise.all(now.map((id) => refresh(queryClient, id)));
    }
  } finally {
    state.isRunning = false;
  }
}

async function refresh(queryClient: QueryClient, id: number): Promise<void> {
  const post = await queryClient.query({ ...postQuery(id), staleTime: 0 }).catch(() => undefined);
  if (post !== undefined) notePost(queryClient, id, post);
}
