import type { DeleteOutcome } from '../contract/outcome.ts';
import { at, idIn } from '../kit/json.ts';
import { deleteAndVerify } from '../meta/delete.ts';
import { edgePages } from '../meta/client/edge-pages.ts';
import type { GraphClient } from '../meta/client/graph-client.ts';
import { PERMITTED, saysMissing } from '../meta/errors/graph-outcomes.ts';
import type { PageCredentials } from '../meta/tokens/page-token.ts';

const PAGE = 100;
const PAGES_MAX = 50;

/**
 * Deletes a post. Instagram's API allows this since 2025-12-03, with the permission `instagram_manage_contents`. @throws
 * GraphError, TokenRefused, OutgoingError, BreakerOpen
 */
export function deleteMedia(
  graph: GraphClient,
  { ownerId, accessToken: token }: PageCredentials,
  id: string,
  { signal, now }: Readonly<{ signal: AbortSignal; now: () => Date }>,
): Promise<DeleteOutcome> {
  const request = { signal };
  const list = { path: `${ownerId}/media`, token, fields: { fields: 'id', limit: String(PAGE) }, request };
  return deleteAndVerify({
    remove: async () => {
      const { body } = await graph.send({ path: id, method: 'DELETE', token, request });
      return at(body, 'success') !== false;
    },
    isMissing: saysMissing,
    isListed: async () => {
      for await (const { items } of edgePages(graph, list, PAGES_MAX))
        if (items.some((media) => idIn(at(media, 'id')) === id)) return true;
      return false;
    },
    outcomeOf: (error) => PERMITTED.callOutcome(error, now()),
  });
}
