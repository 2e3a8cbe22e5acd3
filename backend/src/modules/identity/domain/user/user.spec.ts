import { specify } from '@posthorn/event-sourcing/testing';
import { it } from '@jest/globals';
import {
  userEvent,
  changeHandle,
  changePersonality,
  chooseTimezone,
  detectTimezone,
  link,
  loseEmail,
  reclaim,
  register,
  registerWith,
  rename,
  restoreEmail,
  unlink,
  userStream,
  type AccountReclaimed,
  type EmailChanged,
  type HandleChanged,
  type IdentityLinked,
  type IdentityUnlinked,
  type PersonalityChanged,
  type TimezoneChanged,
  type UserRegistered,
  type UserRenamed,
} from './user.ts';

const given = specify(userStream);
const userId = 'u1';
const registration = {
  userId,
  email: 'ana@example.com',
  username: 'ana',
  registeredAt: '2030-01-01T12:00:00.000Z',
};
const registered: UserRegistered = userEvent('UserRegistered', registration);
const renamed: UserRenamed = userEvent('UserRenamed', { userId, firstName: 'Ana', lastName: 'Lim' });
const handleChanged: HandleChanged = userEvent('HandleChanged', { userId, handle: 'ana_l' });
const personalityChanged: PersonalityChanged = userEvent('PersonalityChanged', {
  userId,
  personality: 'Warm and short',
});
const timezoneChanged = (timezone: string, source: 'chosen' | 'detected'): TimezoneChanged =>
  userEvent('TimezoneChanged', { userId, timezone, source });

const ana = { provider: 'google', issuer: 'https://accounts.google.com', subject: '1136' };
const anaAtLinkedIn = { provider: 'linkedin', issuer: 'https://www.linkedin.com/oauth', subject: 'zUrN' };
const linkedAt = registration.registeredAt;
const linked = (identity = ana): IdentityLinked =>
  userEvent('IdentityLinked', { userId, ...identity, linkedAt });
const unlinked: IdentityUnlinked = userEvent('IdentityUnlinked', { userId, provider: 'google' });
const withoutAddress: UserRegistered = { ...registered, data: { ...registration, email: null } };

it('registers a user at the first sign-in', () => {
  given()
    .when((user) => register(user, registration))
    .then(registered);
});
it('does not register a user twice', () => {
  given(registered)
    .when((user) => register(user, { ...registration, username: 'ana2' }))
    .then();
});

it('records names only if they have changed', () => {
  given(registered)
    .when((user) => rename(user, 'Ana', 'Lim'))
    .then(renamed);
  given(registered, renamed)
    .when((user) => rename(user, 'Ana', 'Lim'))
    .then();
});
it('records a handle only if it has changed', () => {
  given(registered)
    .when((user) => changeHandle(user, 'ana_l'))
    .then(handleChanged);
  given(registered, handleChanged)
    .when((user) => changeHandle(user, 'ana_l'))
    .then();
});
it('records a personality only if it has changed', () => {
  given(registered)
    .when((user) => changePersonality(user, 'Warm and short'))
    .then(personalityChanged);
  given(registered, personalityChanged)
    .when((user) => changePersonality(user, 'Warm and short'))
    .then();
});

it("uses the browser's time zone while the user has no zone", () => {
  given(registered)
    .when((user) => detectTimezone(user, 'Europe/Paris'))
    .then(timezoneChanged('Europe/Paris', 'detected'));
});
it('keeps a known zone, whatever the browser reports', () => {
  given(registered, timezoneChanged('Asia/Tokyo', 'chosen'))
    .when((user) => detectTimezone(user, 'Europe/Paris'))
    .then();
});
it('keeps UTC for a user who chose it, whatever the browser reports', () => {
  given(registered, timezoneChanged('Europe/Paris', 'detected'), timezoneChanged('UTC', 'chosen'))
    .when((user) => detectTimezone(user, 'Europe/Paris'))
    .then();
  given(registered)
    .when((user) => chooseTimezone(user, 'UTC'))
    .then(timezoneChanged('UTC', 'chosen'));
  given(registered, timezoneChanged('UTC', 'chosen'))
    .when((user) => chooseTimezone(user, 'UTC'))
    .then();
});
it('does not record a zone when the browser uses UTC', () => {
  given(registered)
    .when((user) => detectTimezone(user, 'UTC'))
    .then();
});
it('records the chosen zone once', () => {
  given(registered, timezoneChanged('Europe/Paris', 'detected'))
    .when((user) => chooseTimezone(user, 'Asia/Tokyo'))
    .then(timezoneChanged('Asia/Tokyo', 'chosen'));
  given(registered, timezoneChanged('Asia/Tokyo', 'chosen'))
    .when((user) => chooseTimezone(user, 'Asia/Tokyo'))
    .then();
});

it('refuses to change an unknown user', () => {
  const code = 'identity.user-not-found';
  given()
    .when((user) => rename(user, 'Ana', 'Lim'))
    .thenRejects(code);
  given()
    .when((user) => changeHandle(user, 'ana_l'))
    .thenRejects(code);
  given()
    .when((user) => changePersonality(user, 'Warm and short'))
    .thenRejects(code);
  given()
    .when((user) => chooseTimezone(user, 'Asia/Tokyo'))
    .thenRejects(code);
  given()
    .when((user) => detectTimezone(user, 'Asia/Tokyo'))
    .thenRejects(code);
});

it('registers a user of a provider together with the identity', () => {
  given()
    .when((user) => registerWith(user, registration, ana))
    .then(registered, linked());
  given(registered)
    .when((user) => registerWith(user, registration, ana))
    .then();
});
it('connects an identity, once', () => {
  given(registered)
    .when((user) => link(user, ana, linkedAt))
    .then(linked());
  given(registered, linked())
    .when((user) => link(user, ana, linkedAt))
    .then();
});
it('connects only one identity of each provider', () => {
  given(registered, linked())
    .when((user) => link(user, anaAtLinkedIn, linkedAt))
    .then(linked(anaAtLinkedIn));
  given(registered, linked())
    .when((user) => link(user, { ...ana, subject: '2' }, linkedAt))
    .thenRejects('identity.other-identity-linked');
  given(registered, linked())
    .when((user) => link(user, { ...ana, issuer: 'https://login.example' }, linkedAt))
    .thenRejects('identity.other-identity-linked');
});
it('disconnects a provider, once, and connects it again', () => {
  given(registered, linked())
    .when((user) => unlink(user, 'google'))
    .then(unlinked);
  given(registered, linked(), unlinked)
    .when((user) => unlink(user, 'google'))
    .then();
  given(registered, linked(), unlinked)
    .when((user) => link(user, ana, linkedAt))
    .then(linked());
});
it('returns the account to the owner of its former address, and removes all other ways to sign in', () => {
  const at = '2030-01-03T12:00:00.000Z';
  const reclaimed: AccountReclaimed = userEvent('AccountReclaimed', { userId, reclaimedAt: at });
  const emailChanged = (email: string): EmailChanged => {
    return userEvent('EmailChanged', { userId, email, changedAt: at });
  };
  given(registered, linked(), emailChanged('thief@example.com'))
    .when((user) => restoreEmail(user, 'ana@example.com', at))
    .then(emailChanged('ana@example.com'), unlinked);
  given(registered)
    .when((user) => restoreEmail(user, 'ana@example.com', at))
    .then();
  given(registered)
    .when((user) => reclaim(user, at))
    .then(reclaimed);
});
it('removes the address of a user once, and then keeps their last way to sign in', () => {
  const lost: EmailChanged = userEvent('EmailChanged', { userId, email: null, changedAt: linkedAt });
  given(registered)
    .when((user) => loseEmail(user, linkedAt))
    .then(lost);
  given(registered, lost)
    .when((user) => loseEmail(user, linkedAt))
    .then();
  given()
    .when((user) => loseEmail(user, linkedAt))
    .then();
  given(registered, linked(), lost)
    .when((user) => unlink(user, 'google'))
    .thenRejects('identity.only-way-in');
});
it('keeps the last linked sign-in of a user without an address', () => {
  given(withoutAddress, linked())
    .when((user) => unlink(user, 'google'))
    .thenRejects('identity.only-way-in');
  given(withoutAddress, linked(), linked(anaAtLinkedIn))
    .when((user) => unlink(user, 'google'))
    .then(unlinked);
});
