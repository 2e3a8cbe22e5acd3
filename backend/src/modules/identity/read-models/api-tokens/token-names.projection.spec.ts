import { expect, it } from '@jest/globals';
import { foldTokenName } from './token-names.projection.ts';
import { tokenEvent } from '../../domain/api-token/api-token.ts';

const tokenId = '5f1c1c1e-0000-4000-8000-000000000001';

it('keeps the name of a token even after the token was revoked', () => {
  const row = foldTokenName(
    undefined,
    tokenEvent('ApiTokenCreated', {
      tokenId,
      ownerId: 'ana',
      name: 'Blog',
      scopes: ['posts:write'],
      preview: 'Abcd…wxyz',
      expiresAt: null,
      createdAt: '2030-01-01T12:00:00.000Z',
    }),
  );
  expect(row).toEqual({ id: tokenId, owner_id: 'ana', name: 'Blog' });
  expect(
    foldTokenName(row, tokenEvent('ApiTokenRevoked', { tokenId, ownerId: 'ana', reason: 'owner' })),
  ).toEqual(row);
});
