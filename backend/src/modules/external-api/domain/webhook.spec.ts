import { specify } from '@posthorn/event-sourcing/testing';
import { it } from '@jest/globals';
import {
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  suspendEndpoint,
  webhookStream,
} from './webhook.ts';

const given = specify(webhookStream);
const endpoint = { endpointId: '5f1c1c1e-0000-4000-8000-000000000001', ownerId: 'ana' };
const [url, types] = ['https://example.com/hooks', ['post.*']];
const addedAt = '2030-01-01T12:00:00.000Z';
const added = { type: 'EndpointAdded', schema: 1, data: { ...endpoint, url, types, addedAt } } as const;
const suspended = { type: 'EndpointSuspended', schema: 1, data: { ...endpoint, reason: 'gone' } } as const;
const resumed = { type: 'EndpointResumed', schema: 1, data: endpoint } as const;
const removed = { type: 'EndpointRemoved', schema: 1, data: endpoint } as const;

it('adds an endpoint', () => {
  given()
    .when(() => addEndpoint(added.data))
    .then(added);
});
it('tells how the endpoint is from now on, and nothing when it stays as it was', () => {
  given(added)
    .when((webhook) => changeEndpoint(webhook, { types: ['*'] }))
    .then({ type: 'EndpointChanged', schema: 1, data: { ...endpoint, url, types: ['*'] } });
  given(added)
    .when((webhook) => changeEndpoint(webhook, { url, types }))
    .then();
});
it('says until when the old secret signs', () => {
  given(added)
    .when((webhook) => rotateSecret(webhook, addedAt))
    .then({ type: 'SecretRotated', schema: 1, data: { ...endpoint, oldUntil: addedAt } });
});
it('suspends an endpoint once, and resumes one that was suspended', () => {
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
it('does nothing more with an endpoint that was removed', () => {
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
