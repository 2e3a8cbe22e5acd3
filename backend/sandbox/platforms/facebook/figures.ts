import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import { invalidParameter, missingObject, missingPermission } from '../meta/graph-refusal.ts';
import { sendInsights } from '../meta/insights.ts';
import type { MetaApp } from '../meta/meta-app.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { FacebookStore } from './facebook-store.ts';

/** The counts of reactions and shares of a post, where the request asks for them. @throws Refusal */
export function reactionsOf(
  exchange: Exchange,
  app: MetaApp,
  { counters }: Pick<SandboxContext, 'counters'>,
  postId: string,
): object {
  const fields = exchange.query.get('fields') ?? '';
  const asksFor = (name: string): boolean => new RegExp(`(?:^|,)${name}(?:[.,{]|$)`).test(fields);
  if (asksFor('reactions')) app.page(exchange, { scope: 'pages_read_user_content' });
  const reactions = asksFor('reactions') ? counters.countOf('facebook', postId, 'likes') : undefined;
  const shares = asksFor('shares') ? counters.countOf('facebook', postId, 'shares') : undefined;
  return {
    ...(reactions !== undefined && { reactions: { data: [], summary: { total_count: reactions } } }),
    // Facebook leaves the field out when the post has no shares.
    ...(shares !== undefined && shares !== 0 && { shares: { count: shares } }),
  };
}

/** Views and clicks of posts. Requires a permission, and a person who may see the Page's insights. */
export const insightRoutes = (
  { counters }: Pick<SandboxContext, 'counters'>,
  app: MetaApp,
  store: FacebookStore,
): readonly Route[] => [
  {
    method: 'GET',
    pattern: '/:id/insights',
    run: (exchange, { id = '' }) => {
      const page = app.page(exchange, { scope: 'pages_read_engagement' });
      if (store.post(id)?.pageId !== page.id) throw missingObject('GET', id);
      app.page(exchange, { scope: 'read_insights' });
      if (!page.tasks.includes('ANALYZE')) throw missingPermission('ANALYZE');
      sendInsights(exchange, {
        platform: 'facebook',
        id,
        counters,
        metrics: {
          post_media_view: { counter: 'impressions' },
          post_total_media_view_unique: { counter: 'reach' },
          post_clicks: { counter: 'clicks' },
        },
        unknown: () => invalidParameter('The value must be a valid insights metric'),
      });
    },
  },
];
