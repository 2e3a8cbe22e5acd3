import { expect, it } from '@jest/globals';
import type { UserEvent } from '../../domain/user.ts';
import { foldUser, type UserRow } from './user-list.projection.ts';

const userId = '5f1c1c1e-0000-4000-8000-000000000001';
const registered: UserEvent = {
  type: 'UserRegistered',
  schema: 2,
  data: { userId, email: 'ana@example.com', username: 'ana', registeredAt: '2030-01-01T12:00:00.000Z' },
};
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
it('follows names, handle, personality and zone', () => {
  expect(
    replay(
      registered,
      { type: 'UserRenamed', schema: 1, data: { userId, firstName: 'Ana', lastName: 'Lim' } },
      { type: 'HandleChanged', schema: 1, data: { userId, handle: 'ana_l' } },
      { type: 'PersonalityChanged', schema: 1, data: { userId, personality: 'Warm and short' } },
      { type: 'TimezoneChanged', schema: 1, data: { userId, timezone: 'Asia/Tokyo', source: 'chosen' } },
    ),
  ).toMatchObject({
    first_name: 'Ana',
    last_name: 'Lim',
    handle: 'ana_l',
    personality: 'Warm and short',
    timezone: 'Asia/Tokyo',
  });
});
it('lists nobody who was never registered', () => {
  expect(replay({ type: 'HandleChanged', schema: 1, data: { userId, handle: 'ana_l' } })).toBeUndefined();
});
