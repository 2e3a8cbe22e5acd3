import {
  ANALYTICS,
  analyticsOfPosts,
  type PostMetricsView,
} from '@posthorn/contracts/analytics/analytics.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** The metrics of one post, by account; null: the server has no publication of the post. Queries within a short time share one request. */
export const figuresQuery = (postId: number) =>
  queryOptions({
    queryKey: [analyticsOfPosts.path, postId],
    queryFn: () => enqueue(postId),
  });

/** Loads the metrics for cards that become visible later. Skips cached metrics. */
export const loadFiguresAhead = (queryClient: QueryClient, posts: readonly Readonly<{ id: number }>[]) =>
  Promise.all(posts.map(({ id }) => queryClient.query({ ...figuresQuery(id), staleTime: 'static' })));

type Figures = readonly PostMetricsView[] | null;
type Waiting = Readonly<{ resolve: (figures: Figures) => void; reject: (error: unknown) => void }>;
/** The time to collect queries, because the cards of a window render one after the other. */
const GATHER_MS = 20;
let waiting = new Map<number, Waiting[]>();

function enqueue(postId: number): Promise<Figures> {
  return new Promise((resolve, reject) => {
    if (waiting.size === 0) setTimeout(sendWaiting, GATHER_MS);
    waiting.set(postId, [...(waiting.get(postId) ?? []), { resolve, reject }]);
  });
}

function sendWaiting(): void {
  const all = [...waiting];
  waiting = new Map();
  for (let start = 0; start < all.length; start += ANALYTICS.idsMax)
    void loadBatch(all.slice(start, start + ANALYTICS.idsMax));
}

async function loadBatch(posts: readonly (readonly [number, readonly Waiting[]])[]): Promise<void> {
  try {
    const query = { ids: posts.map(([id]) => id).join(',') };
    const views = await send(analyticsOfPosts, undefined, { query });
    const byPost = new Map(views.map(({ postId, targets }) => [postId, targets]));
    for (const [id, all] of posts)
      all.forEach(({ resolve }) => {
        resolve(byPost.get(id) ?? null);
      });
  } catch (error) {
    for (const [, all] of posts)
      all.forEach(({ reject }) => {
        reject(error);
      });
  }
}
