import { expect, it } from '@jest/globals';
import { userEvent, type UserEvent } from '../../domain/user/user.ts';
import { foldUser, type UserRow } from './user-list.projection.ts';

const userId = '5f1c1c1e-0000-4000-8000-000000000001';
const registered: UserEvent = userEvent('UserRegistered', {
  userId,
  email: 'ana@example.com',
  username: 'ana',
  registeredAt: '2030-01-01T12:00:00.000Z',
});
const replay = (...events: UserEvent[]) => events.reduce<UserRow | undefined>(foldUser, undefined);

it('lists a new user with an address, a name, and UTC', () => {
  expect(replay(registered)).toEqual({
    id: userId,
    username: 'ana',
    email: 'ana@example.com',
    first_name: null,
    last_name: null,
    handle: null,
    personality: null,
    timezone: 'UTC',
    created_at: '2030-01-01T12:00:00.000Z',
  });
});
it('follows changes of names, handle, personality and zone', () => {
  expect(
    replay(
      registered,
      userEvent('UserRenamed', { userId, firstName: 'Ana', lastName: 'Lim' }),
      userEvent('HandleChanged', { userId, handle: 'ana_l' }),
      userEvent('PersonalityChanged', { userId, personality: 'Warm and short' }),
      userEvent('TimezoneChanged', { userId, timezone: 'Asia/Tokyo', source: 'chosen' }),
    ),
  ).toMatchObject({
    first_name: 'Ana',
    last_name: 'Lim',
    handle: 'ana_l',
    personality: 'Warm and short',
    timezone: 'Asia/Tokyo',
  });
});
it('does not list a user who was never registered', () => {
  expect(replay(userEvent('HandleChanged', { userId, handle: 'ana_l' }))).toBeUndefined();
});
