import type { CallOutcome } from '../../contract/outcome.ts';
import { at, idIn, textOf } from '../../kit/json.ts';
import type { GraphClient } from '../../meta/client/graph-client.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import { published, unknown } from '../../kit/outcomes.ts';

const CALL_MS = 30_000;
const PERMALINK_MS = 4_000;

/** @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
export async function publishContainer(
  graph: GraphClient,
  account: PageCredentials,
  { container, signal }: Readonly<{ container: string; signal: AbortSignal }>,
): Promise<CallOutcome> {
  const { body } = await graph.send({
    path: `${account.ownerId}/media_publish`,
    method: 'POST',
    token: account.accessToken,
    fields: { creation_id: container },
    request: { signal, timeoutMs: CALL_MS, newConnection: true },
  });
  const id = idIn(at(body, 'id'));
  if (id === null) return unknown('unreadable', 'Instagram answered and named no post.');
  return published(id, await permalinkOf(graph, account, id, signal));
}

/** The URL of a published post; null if Instagram does not return it. The short code in the URL cannot be computed from the id. */
async function permalinkOf(
  graph: GraphClient,
  { accessToken: token }: PageCredentials,
  id: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const { body } = await graph.send({
      path: id,
      token,
      fields: { fields: 'permalink' },
      request: { signal, timeoutMs: PERMALINK_MS },
    });
    return textOf(at(body, 'permalink'));
  } catch {
    return null;
  }
}
