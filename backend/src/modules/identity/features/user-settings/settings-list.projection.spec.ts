import { expect, it } from '@jest/globals';
import type { UserEvent } from '../../domain/user.ts';
import { foldSettings, type SettingsRow } from './settings-list.projection.ts';

const userId = 'u1';
const ALL_ON = { postFailed: 'both', accountExpiring: 'both', newComment: 'both' } as const;
const defaults: UserEvent = {
  type: 'PostDefaultsChanged',
  schema: 1,
  data: { userId, hashtags: '#a', caption: 'Hi' },
};
const chosen: UserEvent = {
  type: 'NoticesChosen',
  schema: 1,
  data: { userId, ...ALL_ON, newComment: 'off' },
};
const renamed: UserEvent = {
  type: 'UserRenamed',
  schema: 1,
  data: { userId, firstName: 'Ana', lastName: 'Lim' },
};
const after = (...events: readonly UserEvent[]) =>
  events.reduce<SettingsRow | undefined>((row, event) => foldSettings(row, event), undefined);

it('has a row from the first choice on, and keeps what an event does not say', () => {
  expect(after(renamed)).toBeUndefined();
  expect(after(defaults)).toEqual({
    user_id: userId,
    settings: { hashtags: '#a', caption: 'Hi', ...ALL_ON },
  });
  expect(after(defaults, chosen, renamed)?.settings).toEqual({
    hashtags: '#a',
    caption: 'Hi',
    ...ALL_ON,
    newComment: 'off',
  });
  expect(after(chosen)?.settings).toMatchObject({ hashtags: '', caption: '', newComment: 'off' });
});
