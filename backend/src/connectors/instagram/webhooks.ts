import { at, idIn } from '../kit/json.ts';
import type { GraphSubscription } from '../meta/webhooks/graph-subscriptions.ts';
import type { PageCredentials } from '../meta/tokens/page-token.ts';
import { NoAccountFound } from '../kit/oauth/consent-failures.ts';
import type { InstagramRoute } from './client.ts';

/**
 * The subscription of an account. With the route `page`, Posthorn subscribes the Page, with any field of Pages; else the account
 * itself (developers.facebook.com/docs/instagram-platform/webhooks). A Page has one subscription, which also covers comments on
 * the Page.
 */
export async function subscriptionOf(
  { accessToken: token, ownerId }: PageCredentials,
  { graph, isPage, appId }: InstagramRoute,
): Promise<GraphSubscription> {
  if (!isPage) return { graph, token, appId, node: 'me', field: 'comments', place: `instagram:${ownerId}` };
  // The token belongs to the Page, so `me` is the Page.
  const { body } = await graph.send({ path: 'me', fields: { fields: 'id' }, token });
  const pageId = idIn(at(body, 'id'));
  if (pageId === null) throw new NoAccountFound('Instagram', 'no Page behind this account');
  return { graph, token, appId, node: pageId, field: 'feed', place: `page:${pageId}` };
}
