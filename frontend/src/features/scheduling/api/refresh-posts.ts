import { listPosts } from '@posthorn/contracts/scheduling/posts.http';
import type { QueryClient } from '@tanstack/react-query';
import { notePost, postQuery } from './posts.ts';

/** Of more posts than this at once the lists are asked for again. */
const AT_ONCE = 10;

/** By id whether a post is to be asked for, or is known to be gone. */
type Refreshing = { wanted: Map<number, 'ask' | 'gone'>; isRunning: boolean };
const refreshing = new WeakMap<QueryClient, Refreshing>();

/**
 * Asks for single posts that have changed, and lets go of those that are gone. What comes in meanwhile is looked after
 * later: an answer that was on its way already may be older. Never fails: a post that could not be asked for stays as it
 * was until its next news.
 */
export async function refreshPosts(
  queryClient: QueryClient,
  ids: readonly number[],
  gone: readonly number[] = [],
): Promise<void> {
  const state: Refreshing = refreshing.get(queryClient) ?? { wanted: new Map(), isRunning: false };
  refreshing.set(queryClient, state);
  for (const id of ids) state.wanted.set(id, 'ask');
  for (const id of gone) state.wanted.set(id, 'gone');
  if (state.isRunning) return;
  state.isRunning = true;
  try {
    while (state.wanted.size > 0) {
      const now = [...state.wanted];
      state.wanted.clear();
      if (now.length > AT_ONCE) await queryClient.invalidateQueries({ queryKey: [listPosts.path] });
      else await Promise.all(now.map(([id, how]) => refresh(queryClient, id, how)));
    }
  } finally {
    state.isRunning = false;
  }
}

async function refresh(queryClient: QueryClient, id: number, how: 'ask' | 'gone'): Promise<void> {
  const post =
    how === 'gone'
      ? null
      : await queryClient.query({ ...postQuery(id), staleTime: 0 }).catch(() => undefined);
  if (post !== undefined) notePost(queryClient, id, post);
}
