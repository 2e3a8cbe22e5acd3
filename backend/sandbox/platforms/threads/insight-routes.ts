import type { Route } from '../../http/router.ts';
import { sendInsights } from '../meta/insights.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { fieldsOf, type ThreadsProfiles } from './profiles.ts';
import { invalidParameter, missingObject } from './threads-refusal.ts';
import type { ThreadsStore } from './threads-store.ts';

/** Views, likes, replies, reposts and shares of the account's own posts. */
export const insightRoutes = (
  { counters }: Pick<SandboxContext, 'counters'>,
  store: ThreadsStore,
  profiles: ThreadsProfiles,
): readonly Route[] => [
  {
    method: 'GET',
    pattern: '/v1.0/:id/insights',
    run: async (exchange, { id = '' }) => {
      const fields = await fieldsOf(exchange);
      const account = profiles.authenticate(exchange, fields, 'threads_manage_insights');
      if (store.post(id)?.account !== account) throw missingObject(id);
      const replies = store.comments.on(id).filter(({ unannounced }) => !unannounced);
      sendInsights(exchange, {
        platform: 'threads',
        id,
        counters,
        metrics: {
          views: { counter: 'impressions' },
          likes: { counter: 'likes' },
          replies: { counter: 'comments', counted: replies.length },
          reposts: { counter: 'shares' },
          quotes: { counter: 'quotes' },
          // Counts shares that send the post to another person.
          shares: {},
        },
        unknown: (name) => invalidParameter(`(#100) metric must be one of those of a post, and not ${name}.`),
      });
    },
  },
];
