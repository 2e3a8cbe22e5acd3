import { specify } from '@posthorn/event-sourcing/testing';
import { it } from '@jest/globals';
import { tokenEvent, apiTokenStream, createToken, revokeToken, type NewApiToken } from './api-token.ts';

const given = specify(apiTokenStream);
const tokenId = '5f1c1c1e-0000-4000-8000-000000000001';
const created: NewApiToken = {
  tokenId,
  ownerId: 'ana',
  name: 'Blog',
  scopes: ['posts:write'],
  preview: 'Abcd…wxyz',
  expiresAt: null,
  createdAt: '2030-01-01T12:00:00.000Z',
};
const tokenCreated = tokenEvent('ApiTokenCreated', created);
const tokenRevoked = tokenEvent('ApiTokenRevoked', { tokenId, ownerId: 'ana', reason: 'owner' });

it('creates a token once', () => {
  given()
    .when((token) => createToken(token, created))
    .then(tokenCreated);
  given(tokenCreated)
    .when((token) => createToken(token, created))
    .then();
});
it('revokes a token once, with the reason of the first caller', () => {
  given(tokenCreated)
    .when((token) => revokeToken(token, tokenId, 'owner'))
    .then(tokenRevoked);
  given(tokenCreated, tokenRevoked)
    .when((token) => revokeToken(token, tokenId, 'erased'))
    .then();
});
it('does not revoke a token that never existed', () => {
  given()
    .when((token) => revokeToken(token, tokenId, 'owner'))
    .then();
});
