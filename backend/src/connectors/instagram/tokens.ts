import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { objectOf } from '../kit/json.ts';
import type { GraphClient } from '../meta/client/graph-client.ts';
import { GraphError } from '../meta/errors/graph-error.ts';
import type { LongLivedTokens } from '../meta/tokens/long-lived-token.ts';

const TIMEOUT_MS = 15_000;

/** Reads the owner of the token. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
export async function readOwner(graph: GraphClient, token: string): Promise<JsonValue> {
  const fields = { fields: 'user_id,username,name,account_type,profile_picture_url' };
  return (await graph.send({ path: 'me', token, fields })).body;
}

/** How Instagram Login exchanges and renews its tokens. */
export const instagramTokens = (graph: GraphClient): LongLivedTokens => ({
  name: 'instagram',
  grant: 'ig',
  requestToken: async (path, fields) => {
    const token = fields['access_token'] ?? '';
    const request = { timeoutMs: TIMEOUT_MS };
    const { body } = await graph.send({ path, token, fields, versioned: false, request });
    return objectOf(body) ?? {};
  },
  check: (token) => readOwner(graph, token),
  refusal: (error) => (error instanceof GraphError ? error.platformMessage : undefined),
});
