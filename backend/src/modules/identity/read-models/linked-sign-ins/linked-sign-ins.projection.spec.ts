import { expect, it } from '@jest/globals';
import { foldLink } from './linked-sign-ins.projection.ts';
import { userEvent } from '../../domain/user/user.ts';

const userId = '5f1c1c1e-0000-4000-8000-000000000001';

it('lists a provider while it is connected', () => {
  const identity = { provider: 'google', issuer: 'https://accounts.google.com', subject: '1136' };
  const linkedAt = '2030-01-01T12:00:00.000Z';
  expect(foldLink(undefined, userEvent('IdentityLinked', { userId, ...identity, linkedAt }))).toEqual({
    user_id: userId,
    provider: 'google',
    linked_at: linkedAt,
  });
  expect(foldLink(undefined, userEvent('IdentityUnlinked', { userId, provider: 'google' }))).toBeUndefined();
});
