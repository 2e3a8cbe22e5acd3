import type { Route } from '../../http/router.ts';
import { invalidParameter, missingObject } from '../meta/graph-refusal.ts';
import { sendInsights } from '../meta/insights.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { InstagramCommentRoutes } from './comment-routes.ts';
import type { InstagramDoor } from './instagram-door.ts';
import type { InstagramStore } from './instagram-store.ts';

/** Views, likes, comments, shares and saves of the account's own media: pictures, carousels and Reels. */
export const insightRoutes = (
  { counters }: Pick<SandboxContext, 'counters'>,
  app: InstagramDoor,
  store: InstagramStore,
  comments: InstagramCommentRoutes,
): readonly Route[] => [
  {
    method: 'GET',
    pattern: '/:id/insights',
    run: (exchange, { id = '' }) => {
      const { instagram } = app.instagram(exchange, { scope: 'instagram_basic' });
      if (store.media(id)?.owner !== instagram.id) throw missingObject('GET', id);
      app.instagram(exchange, { scope: 'instagram_manage_insights' });
      sendInsights(exchange, {
        platform: 'instagram',
        id,
        counters,
        metrics: {
          views: { counter: 'impressions' },
          reach: { counter: 'reach' },
          likes: { counter: 'likes' },
          comments: { counter: 'comments', counted: comments.count(id) },
          shares: { counter: 'shares' },
          saved: { counter: 'saves' },
        },
        unknown: (name) =>
          invalidParameter(
            `The Media Insights API does not support the ${name} metric for this media product type.`,
          ),
      });
    },
  },
];
