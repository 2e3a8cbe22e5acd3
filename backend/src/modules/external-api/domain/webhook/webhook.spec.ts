import { specify } from '@posthorn/event-sourcing/testing';
import { it } from '@jest/globals';
import {
  webhookEvent,
  addEndpoint,
  askOwner,
  changeEndpoint,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  suspendEndpoint,
  takeOverEndpoint,
  webhookStream,
} from './webhook.ts';

const given = specify(webhookStream);
const endpoint = { endpointId: '5f1c1c1e-0000-4000-8000-000000000001', ownerId: 'ana' };
const [url, types] = ['https://example.com/hooks', ['post.*']];
const addedAt = '2030-01-01T12:00:00.000Z';
const made = { ...endpoint, url, types, addedAt };
const added = webhookEvent('EndpointAdded', { ...made, maker: { kind: 'person' } });
const maker = { kind: 'token', tokenId: 't1', scopes: ['posts:read'] } as const;
const byToken = webhookEvent('EndpointAdded', { ...made, maker });
const unrecorded = webhookEvent('EndpointAdded', { ...made, maker: { kind: 'unrecorded' } });
const ended = webhookEvent('EndpointSuspended', { ...endpoint, reason: 'token-ended' });
const asked = webhookEvent('EndpointOwnerAsked', { ...endpoint, tokenId: 't1' });
const takenOver = webhookEvent('EndpointTakenOver', endpoint);
const suspended = webhookEvent('EndpointSuspended', { ...endpoint, reason: 'gone' });
const resumed = webhookEvent('EndpointResumed', endpoint);
const removed = webhookEvent('EndpointRemoved', endpoint);

it('adds an endpoint', () => {
  given()
    .when(() => addEndpoint(added.data))
    .then(added);
});
it('records a change with all values, and nothing when no value changes', () => {
  given(added)
    .when((webhook) => changeEndpoint(webhook, { types: ['*'] }))
    .then(webhookEvent('EndpointChanged', { ...endpoint, url, types: ['*'] }));
  given(added)
    .when((webhook) => changeEndpoint(webhook, { url, types }))
    .then();
});
it('records the time until which the old secret signs', () => {
  given(added)
    .when((webhook) => rotateSecret(webhook, addedAt))
    .then(webhookEvent('SecretRotated', { ...endpoint, oldUntil: addedAt }));
});
it('suspends an endpoint once, and resumes a suspended one', () => {
  given(added)
    .when((webhook) => suspendEndpoint(webhook, 'gone'))
    .then(suspended);
  given(added, suspended)
    .when((webhook) => suspendEndpoint(webhook, 'failing'))
    .then();
  given(added)
    .when((webhook) => resumeEndpoint(webhook))
    .then();
  given(added, suspended)
    .when((webhook) => resumeEndpoint(webhook))
    .then(resumed);
  given(added, suspended, resumed)
    .when((webhook) => suspendEndpoint(webhook, 'gone'))
    .then(suspended);
});
it('resumes an endpoint after the end of its token only when a user takes it over', () => {
  given(byToken, ended)
    .when((webhook) => resumeEndpoint(webhook))
    .thenRejects('external.webhook-token-ended');
  given(byToken, ended)
    .when((webhook) => takeOverEndpoint(webhook))
    .then(takenOver, resumed);
  given(byToken)
    .when((webhook) => takeOverEndpoint(webhook))
    .then(takenOver);
  given(byToken, takenOver)
    .when((webhook) => takeOverEndpoint(webhook))
    .then();
  given(added)
    .when((webhook) => takeOverEndpoint(webhook))
    .then();
});
it('asks the owner once, and only about an endpoint whose maker was not recorded', () => {
  given(unrecorded)
    .when((webhook) => askOwner(webhook, 't1'))
    .then(asked);
  for (const facts of [[unrecorded, asked], [unrecorded, asked, takenOver], [byToken], [added]])
    given(...facts)
      .when((webhook) => askOwner(webhook, 't1'))
      .then();
  given(unrecorded, asked)
    .when((webhook) => takeOverEndpoint(webhook))
    .then(takenOver);
});
it('ignores all commands for a removed endpoint', () => {
  given(added)
    .when((webhook) => removeEndpoint(webhook))
    .then(removed);
  for (const decide of [removeEndpoint, resumeEndpoint])
    given(added, removed)
      .when((webhook) => decide(webhook))
      .then();
  given(added, removed)
    .when((webhook) => suspendEndpoint(webhook, 'gone'))
    .then();
  given(added, removed)
    .when((webhook) => changeEndpoint(webhook, { types: ['*'] }))
    .then();
  given(added, removed)
    .when((webhook) => rotateSecret(webhook, addedAt))
    .then();
});
