import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import { rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import { apiTokenStream, type ApiTokenEvent } from '../../domain/api-token/api-token.ts';

const TOKEN_NAME = rowTable('identity_token_name', 'id', {
  id: 'text not null',
  owner_id: 'text not null',
  name: 'text not null',
});
type TokenNameRow = RowOf<typeof TOKEN_NAME>;

export const foldTokenName = folding<TokenNameRow | undefined, ApiTokenEvent>({
  ApiTokenCreated: (_, { data }) => ({ id: data.tokenId, owner_id: data.ownerId, name: data.name }),
  // The row does not change. This event only makes the screens of the owner reload, so that they show the end of the token.
  ApiTokenRevoked: (row) => row,
});

/** The name of each token, including revoked tokens, because histories show their names. */
export const tokenNames = rowProjection<TokenNameRow, ApiTokenEvent>({
  name: 'identity.token-names',
  version: 1,
  categories: [apiTokenStream.category],
  table: TOKEN_NAME,
  owner: 'owner_id',
  indexes: ['create index on {schema}.identity_token_name (owner_id)'],
  keyOf: ({ data }) => data.tokenId,
  fold: foldTokenName,
  touched: ({ owner_id: userId }) => ({ userId, topic: 'user' }),
});
export const TOKEN_NAMES_VIEW = readViewOf(tokenNames, 'identity_token_name');
