import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain } from '@posthorn/event-sourcing/event-shape';

/**
 * `limit`: a concurrent request made a token too, and this one exceeded the limit. `not-me`: the owner has taken the account back from a
 * thief who had changed its address.
 */
export type RevocationReason = 'owner' | 'expired' | 'erased' | 'limit' | 'not-me';

/** `preview`: the first and last four digits of the token. The read model keeps a digest of the token, which grants access. */
export type ApiTokenCreated = Event<
  'ApiTokenCreated',
  1,
  {
    tokenId: string;
    ownerId: string;
    name: string;
    scopes: readonly ApiScope[];
    preview: string;
    expiresAt: string | null;
    createdAt: string;
  }
>;
export type ApiTokenRevoked = Event<
  'ApiTokenRevoked',
  1,
  { tokenId: string; ownerId: string; reason: RevocationReason }
>;
export type ApiTokenEvent = ApiTokenCreated | ApiTokenRevoked;
export type NewApiToken = Readonly<ApiTokenCreated['data']>;

type ApiToken = Readonly<
  | { status: 'none' }
  | { status: 'active'; ownerId: string; name: string; expiresAt: string | null }
  | { status: 'revoked'; ownerId: string }
>;

export const apiTokenStream: Stream<ApiToken, ApiTokenEvent> = {
  category: 'apiToken',
  initial: { status: 'none' },
  evolve(_token, event) {
    switch (event.type) {
      case 'ApiTokenCreated':
        return activeToken(event.data);
      case 'ApiTokenRevoked':
        return { status: 'revoked', ownerId: event.data.ownerId };
      default:
        return assertNever(event);
    }
  },
  shapes: {
    ApiTokenCreated: {
      schema: 1,
      fields: {
        tokenId: plain,
        ownerId: plain,
        name: personal(({ ownerId }) => ownerId),
        scopes: plain,
        preview: plain,
        expiresAt: plain,
        createdAt: plain,
      },
    },
    ApiTokenRevoked: { schema: 1, fields: { tokenId: plain, ownerId: plain, reason: plain } },
  },
};

export const tokenEvent = eventsOf<ApiTokenEvent>(apiTokenStream.shapes);

const activeToken = ({ ownerId, name, expiresAt }: NewApiToken): ApiToken => ({
  status: 'active',
  ownerId,
  name,
  expiresAt,
});

/** The writer decides again after a conflict. The second run then adds nothing. */
export const createToken = (token: ApiToken, data: NewApiToken): ApiTokenCreated[] =>
  token.status === 'none' ? [tokenEvent('ApiTokenCreated', data)] : [];

/** A repetition adds nothing. */
export const revokeToken = (token: ApiToken, tokenId: string, reason: RevocationReason): ApiTokenRevoked[] =>
  token.status === 'active'
    ? [tokenEvent('ApiTokenRevoked', { tokenId, ownerId: token.ownerId, reason })]
    : [];
