import type { ApiScope } from '@posthorn/contracts/identity/api-tokens.http';
import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain } from '@posthorn/event-sourcing/event-shape';

/**
 * Why a token was revoked. `limit`: concurrent requests created tokens, and this token exceeded the limit. `not-me`: the owner has taken the
 * account back from a thief who had changed the address of the account.
 */
export type RevocationReason = 'owner' | 'expired' | 'erased' | 'limit' | 'not-me';

/** `preview`: the first and last four characters of the token. The token itself is not in the event: the table of tokens has its digest. */
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

/** A repeated call adds nothing. The writer repeats the call after a conflict. */
export const createToken = (token: ApiToken, data: NewApiToken): ApiTokenCreated[] =>
  token.status === 'none' ? [tokenEvent('ApiTokenCreated', data)] : [];

/** A repeated call adds nothing. */
export const revokeToken = (token: ApiToken, tokenId: string, reason: RevocationReason): ApiTokenRevoked[] =>
  token.status === 'active'
    ? [tokenEvent('ApiTokenRevoked', { tokenId, ownerId: token.ownerId, reason })]
    : [];
