import {
  ANALYTICS,
  analyticsOfPosts,
  type PostMetricsView,
} from '@posthorn/contracts/analytics/analytics.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** The metrics of one post, by account; null: the server has no publication of it. Requests within a short time are combined into one. */
export const figuresQuery = (postId: number) =>
  queryOptions({
    queryKey: [analyticsOfPosts.path, postId],
    queryFn: () => asked(postId),
  });

/** For cards that become visible later. Metrics that are already cached are not requested. */
export const askAhead = (queryClient: QueryClient, posts: readonly Readonly<{ id: number }>[]) =>
  Promise.all(posts.map(({ id }) => queryClient.query({ ...figuresQuery(id), staleTime: 'static' })));

type Figures = readonly PostMetricsView[] | null;
type Waiting = Readonly<{ resolve: (figures: Figures) => void; reject: (error: unknown) => void }>;
/** The time to collect requests, because the cards of a window render one after the other. */
const GATHER_MS = 20;
let waiting = new Map<number, Waiting[]>();

function asked(postId: number): Promise<Figures> {
  return new Promise((resolve, reject) => {
    if (waiting.size === 0) setTimeout(askAll, GATHER_MS);
    waiting.set(postId, [...(waiting.get(postId) ?? []), { resolve, reject }]);
  });
}

function askAll(): void {
  const all = [...waiting];
  waiting = new Map();
  for (let at = 0; at < all.length; at += ANALYTICS.idsMax) void askFor(all.slice(at, at + ANALYTICS.idsMax));
}

async function askFor(posts: readonly (readonly [number, readonly Waiting[]])[]): Promise<void> {
  try {
    const query = { ids: posts.map(([id]) => id).join(',') };
    const answers = await send(analyticsOfPosts, undefined, { query });
    const known = new Map(answers.map(({ postId, targets }) => [postId, targets]));
    for (const [id, all] of posts)
      all.forEach(({ resolve }) => {
        resolve(known.get(id) ?? null);
      });
  } catch (error) {
    for (const [, all] of posts)
      all.forEach(({ reject }) => {
        reject(error);
      });
  }
}
