import { assertNever } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { apiTokenStream, type ApiTokenEvent } from '../domain/api-token.ts';

export type TokenNameRow = Readonly<{ id: string; owner_id: string; name: string }>;

/** How each token is called that was ever made, revoked ones included: histories name those. */
export const tokenNames: Projection<ApiTokenEvent> = {
  name: 'identity.token-names',
  version: 1,
  categories: [apiTokenStream.category],
  tables: { identity_token_name: 'id text primary key, owner_id text not null, name text not null' },
  indexes: ['create index on identity_token_name (owner_id)'],
  personal: { identity_token_name: 'owner_id' },
  apply: keyedRows<TokenNameRow, ApiTokenEvent>({
    table: 'identity_token_name',
    key: 'id',
    keyOf: ({ data }) => data.tokenId,
    columns: { id: 'text', owner_id: 'text', name: 'text' },
    fold: foldTokenName,
    touched: ({ owner_id: userId }) => ({ userId, topic: 'user' }),
  }),
};

export function foldTokenName(
  row: TokenNameRow | undefined,
  { type, data }: ApiTokenEvent | LoggedEvent<ApiTokenEvent>,
): TokenNameRow | undefined {
  switch (type) {
    case 'ApiTokenCreated':
      return { id: data.tokenId, owner_id: data.ownerId, name: data.name };
    case 'ApiTokenRevoked':
      return row;
    default:
      return assertNever(type);
  }
}
