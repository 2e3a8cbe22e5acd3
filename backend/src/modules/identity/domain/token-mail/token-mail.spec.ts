import { expect, it } from '@jest/globals';
import { mailBeforeExpiry } from './token-mail.ts';

const token = { tokenId: 't', ownerId: 'ana', createdAt: '2030-01-01T12:00:00.000Z' };

it('plans the mail for a week before a token expires', () => {
  expect(mailBeforeExpiry({ ...token, expiresAt: '2030-01-31T12:00:00.000Z' })).toEqual({
    userId: 'ana',
    mailId: 't',
    dueAt: '2030-01-24T12:00:00.000Z',
  });
});
it.each([null, '2030-01-02T12:00:00.000Z', '2030-01-08T12:00:00.000Z'])(
  'does not plan a mail for a token that expires at %s',
  (expiresAt) => {
    expect(mailBeforeExpiry({ ...token, expiresAt })).toBeNull();
  },
);
