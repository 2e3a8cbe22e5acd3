import { specify } from '@posthorn/event-sourcing/testing';
import { it } from '@jest/globals';
import { renewalEvent, noteFailedRenewal, noteRenewal, renewalStream, type RenewalEvent } from './renewal.ts';

const given = specify(renewalStream);
const ids = { accountId: 7, ownerId: 'ana' };
const renewal = { ...ids, expiresAt: null, renewedAt: '2030-01-15T12:00:00.000Z' };
const failure = {
  ...ids,
  words: 'Try again later',
  failedAt: '2030-01-20T12:00:00.000Z',
  consentAt: '2030-01-01T12:00:00.000Z',
};
const renewed: RenewalEvent = renewalEvent('TokensRenewed', renewal);
const failed: RenewalEvent = renewalEvent('TokenRenewalFailed', failure);

it('records each renewal', () => {
  given(renewed)
    .when(() => noteRenewal(renewal))
    .then(renewed);
});
it('records only the first of several failed renewals, and again the first after a successful one', () => {
  const decide = (...events: RenewalEvent[]) =>
    given(...events).when((state) => noteFailedRenewal(state, failure));
  decide().then(failed);
  decide(failed).then();
  decide(failed, renewed).then(failed);
});
it('records a failed renewal again after a new permission', () => {
  const later = { ...failure, consentAt: '2030-01-21T12:00:00.000Z' };
  given(failed)
    .when((state) => noteFailedRenewal(state, later))
    .then(renewalEvent('TokenRenewalFailed', later));
});
