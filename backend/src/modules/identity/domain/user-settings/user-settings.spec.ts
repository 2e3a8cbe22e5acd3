import { specify } from '@posthorn/event-sourcing/testing';
import { it } from '@jest/globals';
import type { NoticesChosen, PostDefaultsChanged } from './user-settings.ts';
import {
  userEvent,
  changeUserSettings,
  stopNoticeMails,
  userStream,
  type UserRegistered,
} from '../user/user.ts';

const given = specify(userStream);
const userId = 'u1';
const registered: UserRegistered = userEvent('UserRegistered', {
  userId,
  email: null,
  username: 'ana',
  registeredAt: '2030-01-01T12:00:00.000Z',
});
const defaults = (hashtags: string, caption: string): PostDefaultsChanged =>
  userEvent('PostDefaultsChanged', { userId, hashtags, caption });
const noticesChosen = (choices: Partial<NoticesChosen['data']>): NoticesChosen =>
  userEvent('NoticesChosen', {
    userId,
    postFailed: 'both',
    accountExpiring: 'both',
    newComment: 'both',
    ...choices,
  });

it('changes the given settings and keeps the rest', () => {
  given(registered, defaults('#a', 'Hi'))
    .when((user) => changeUserSettings(user, { caption: '', newComment: 'mail' }))
    .then(defaults('#a', ''), noticesChosen({ newComment: 'mail' }));
});
it('adds no event when no setting differs', () => {
  given(registered, defaults('#a', ''))
    .when((user) => changeUserSettings(user, { hashtags: '#a', postFailed: 'both' }))
    .then();
});
it('accepts changes of existing users only', () => {
  given()
    .when((user) => changeUserSettings(user, {}))
    .thenRejects('identity.user-not-found');
});
it('stops the mails of a kind and keeps its notices in the app', () => {
  given(registered)
    .when((user) => stopNoticeMails(user, 'newComment'))
    .then(noticesChosen({ newComment: 'app' }));
  given(registered, noticesChosen({ newComment: 'mail' }))
    .when((user) => stopNoticeMails(user, 'newComment'))
    .then(noticesChosen({ newComment: 'off' }));
});
it('changes nothing when the user gets no mails of the kind or does not exist', () => {
  given(registered, noticesChosen({ newComment: 'app' }))
    .when((user) => stopNoticeMails(user, 'newComment'))
    .then();
  given(registered, noticesChosen({ newComment: 'off' }))
    .when((user) => stopNoticeMails(user, 'newComment'))
    .then();
  given()
    .when((user) => stopNoticeMails(user, 'newComment'))
    .then();
});
