import { specify } from '@posthorn/event-sourcing/testing';
import { expect, it } from '@jest/globals';
import {
  erasureEvent,
  complete,
  erase,
  erasureStream,
  finishStep,
  nextStep,
  requestErasure,
  type ErasureCompleted,
  type ErasureRequested,
  type ErasureStepDone,
} from './erasure.ts';

const given = specify(erasureStream);
const [userId, at] = ['ana', '2030-01-01T12:00:00.000Z'];
const requested: ErasureRequested = erasureEvent('ErasureRequested', { userId, requestedAt: at });
const done = (step: string): ErasureStepDone =>
  erasureEvent('ErasureStepDone', { userId, step, counts: { rows: 2 }, doneAt: at });
const erased = erasureEvent('SubjectErased', { userId, erasedAt: at });
const completed: ErasureCompleted = erasureEvent('ErasureCompleted', { userId, completedAt: at });
const stateAfter = (...events: Parameters<typeof erasureStream.evolve>[1][]) =>
  events.reduce(erasureStream.evolve, erasureStream.initial);

it('begins an erasure once, however often the user requests it', () => {
  given()
    .when((erasure) => requestErasure(erasure, userId, at))
    .then(requested);
  given(requested)
    .when((erasure) => requestErasure(erasure, userId, at))
    .then();
});
it('runs the steps in order, including a step that a later version added', () => {
  const steps = ['lock-out', 'posts', 'rows'];
  expect(nextStep(stateAfter(requested), steps)).toBe('lock-out');
  expect(nextStep(stateAfter(requested, done('lock-out'), done('rows')), steps)).toBe('posts');
  expect(nextStep(stateAfter(...steps.map((step) => done(step))), steps)).toBeNull();
});
it('records a step once, although it ran twice', () => {
  given(requested)
    .when((erasure) => finishStep(erasure, done('rows').data))
    .then(done('rows'));
  given(requested, done('rows'))
    .when((erasure) => finishStep(erasure, done('rows').data))
    .then();
});
it('records an erasure once', () => {
  given(requested)
    .when((erasure) => erase(erasure, userId, at))
    .then(erased);
  given(requested, erased)
    .when((erasure) => erase(erasure, userId, at))
    .then();
});
it('completes an erasure once, and only after the erasure of the personal data', () => {
  given(requested)
    .when((erasure) => complete(erasure, userId, at))
    .then();
  given(requested, erased)
    .when((erasure) => complete(erasure, userId, at))
    .then(completed);
  given(requested, erased, completed)
    .when((erasure) => complete(erasure, userId, at))
    .then();
});
