import { expect, it } from '@jest/globals';
import { userEvent, type UserEvent } from '../../domain/user/user.ts';
import { foldSettings, type SettingsRow } from './settings-list.projection.ts';

const userId = 'u1';
const ALL_ON = { postFailed: 'both', accountExpiring: 'both', newComment: 'both' } as const;
const defaults: UserEvent = userEvent('PostDefaultsChanged', { userId, hashtags: '#a', caption: 'Hi' });
const chosen: UserEvent = userEvent('NoticesChosen', { userId, ...ALL_ON, newComment: 'off' });
const renamed: UserEvent = userEvent('UserRenamed', { userId, firstName: 'Ana', lastName: 'Lim' });
const rowAfter = (...events: readonly UserEvent[]) =>
  events.reduce<SettingsRow | undefined>((row, event) => foldSettings(row, event), undefined);

it('has a row after the first choice, and keeps the fields that an event omits', () => {
  expect(rowAfter(renamed)).toBeUndefined();
  expect(rowAfter(defaults)).toEqual({
    user_id: userId,
    settings: { hashtags: '#a', caption: 'Hi', ...ALL_ON },
  });
  expect(rowAfter(defaults, chosen, renamed)?.settings).toEqual({
    hashtags: '#a',
    caption: 'Hi',
    ...ALL_ON,
    newComment: 'off',
  });
  expect(rowAfter(chosen)?.settings).toMatchObject({ hashtags: '', caption: '', newComment: 'off' });
});
