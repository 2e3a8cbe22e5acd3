import { specify } from '@posthorn/event-sourcing/testing';
import { expect, it } from '@jest/globals';
import {
  edit,
  postStream,
  recompute,
  remove,
  restore,
  schedule,
  shownBody,
  startPublishing,
} from './post.ts';
import {
  archived,
  cancelled,
  body,
  edited,
  editedAfterPublishing,
  key,
  moment,
  noon,
  restored,
  scheduled,
  started,
  targets,
  timing,
} from './testing/post-samples.ts';
import { postEvent } from './post-events.ts';

const given = specify(postStream);
const { data } = scheduled();
const at = (scheduledFor: string) => ({ ...timing, scheduledFor });
const change = { actorId: 'ana', body, targets, timing, settled: false, isOutdated: false };
const dueTime = new Date('2030-01-01T13:00:00.000Z');
const freeze = { contentHash: 'hash', withSuffix: true, suffixOn: [3, 4], now: dueTime };

it('schedules a new post', () => {
  given()
    .when((post) => schedule(post, data, moment))
    .then(scheduled());
});

it('adds nothing when the same post is scheduled again', () => {
  given(scheduled())
    .when((post) => schedule(post, data, moment))
    .then();
});

it('accepts a time that passed while the user filled in the form', () => {
  const late = { ...data, ...at('2030-01-01T11:58:00.000Z') };
  given()
    .when((post) => schedule(post, late, moment))
    .then(scheduled(late));
});

it('refuses a time in the past', () => {
  const past = { ...data, ...at('2030-01-01T11:57:59.999Z') };
  given()
    .when((post) => schedule(post, past, moment))
    .thenRejects('scheduling.time-is-past');
});

it.each(['9999-01-01T00:00:00.000Z', '+010000-01-01T23:58:59.000Z'])(
  'refuses the time %s, which databases read differently',
  (scheduledFor) => {
    given()
      .when((post) => schedule(post, { ...data, ...at(scheduledFor) }, moment))
      .thenRejects('scheduling.time-is-too-late');
    given(scheduled())
      .when((post) => edit(post, { ...change, timing: at(scheduledFor) }, moment))
      .thenRejects('scheduling.time-is-too-late');
  },
);

it('refuses more text for single accounts than one event can contain', () => {
  const perTarget = [3, 4].map((accountId) => ({ accountId, content: '日'.repeat(83_334), options: {} }));
  given()
    .when((post) => schedule(post, { ...data, perTarget }, moment))
    .thenRejects('scheduling.own-texts-too-long');
  given(scheduled())
    .when((post) => edit(post, { ...change, body: { ...body, perTarget } }, moment))
    .thenRejects('scheduling.own-texts-too-long');
  const less = { ...body, perTarget: perTarget.slice(0, 1) };
  given(scheduled())
    .when((post) => edit(post, { ...change, body: less }, moment))
    .then(edited(less));
});

it.each([
  ['line breaks', { content: '\n'.repeat(99_000), options: {} }, 4],
  ['control characters', { content: '\u0001'.repeat(99_000), options: {} }, 2],
  ['options', { content: null, options: { tags: 'x'.repeat(2000) } }, 300],
])('counts %s of single accounts with their size in JSON', (_, own, accounts) => {
  const perTarget = Array.from({ length: accounts }, (_, accountId) => ({ accountId, ...own }));
  given()
    .when((post) => schedule(post, { ...data, perTarget }, moment))
    .thenRejects('scheduling.own-texts-too-long');
  given(scheduled())
    .when((post) => edit(post, { ...change, body: { ...body, perTarget } }, moment))
    .thenRejects('scheduling.own-texts-too-long');
});

it('records only what was changed', () => {
  const changedBody = { ...body, content: 'Hello again' };
  const later = at('2030-01-01T15:00:00.000Z');
  const rescheduled = postEvent('PostRescheduled', { ...key, ...later });
  given(scheduled())
    .when((post) => edit(post, change, moment))
    .then();
  given(scheduled())
    .when((post) => edit(post, { ...change, body: changedBody }, moment))
    .then(edited(changedBody));
  given(scheduled())
    .when((post) => edit(post, { ...change, timing: later }, moment))
    .then(rescheduled);
  given(scheduled())
    .when((post) => edit(post, { ...change, body: changedBody, timing: later }, moment))
    .then(edited(changedBody), rescheduled);
});

it('changes the accounts until publishing starts, and ignores their order', () => {
  const [first, second] = targets;
  const others = [second, { accountId: 5, platform: 'threads' }] as const;
  const { scheduledFor } = timing;
  const changed = postEvent('PostTargetsChanged', { ...key, targets: others, scheduledFor });
  given(scheduled())
    .when((post) => edit(post, { ...change, targets: [second, first] }, moment))
    .then();
  given(scheduled())
    .when((post) => edit(post, { ...change, targets: others }, moment))
    .then(changed);
  given(scheduled(), changed)
    .when((post) => edit(post, { ...change, targets: others, isOutdated: true }, moment))
    .then();
  given(scheduled())
    .when((post) => edit(post, { ...change, targets: others, isOutdated: true }, moment))
    .thenRejects('scheduling.post-changed');
  given(scheduled(), started)
    .when((post) => edit(post, { ...change, targets: others }, moment))
    .thenRejects('scheduling.already-publishing');
  given(scheduled(), changed)
    .when((post) => startPublishing(post, freeze))
    .then(
      postEvent('PostPublishingStarted', {
        ...started.data,
        targets: others,
        startedAt: dueTime.toISOString(),
      }),
    );
});

it('refuses a change of an older state, unless the post already has the change', () => {
  const outdated = { ...change, isOutdated: true };
  given(scheduled())
    .when((post) => edit(post, { ...outdated, body: { ...body, content: 'Hello again' } }, moment))
    .thenRejects('scheduling.post-changed');
  given(scheduled())
    .when((post) => edit(post, { ...outdated, timing: at('2030-01-01T15:00:00.000Z') }, moment))
    .thenRejects('scheduling.post-changed');
  given(scheduled())
    .when((post) => edit(post, outdated, moment))
    .then();
  given(scheduled(), cancelled)
    .when((post) => edit(post, outdated, moment))
    .thenRejects('scheduling.post-not-found');
});

it('refuses to move a post into the past', () => {
  const past = { ...change, timing: at('2029-12-31T12:00:00.000Z') };
  given(scheduled())
    .when((post) => edit(post, past, moment))
    .thenRejects('scheduling.time-is-past');
});

it('lets the owner edit the text of a post that is due', () => {
  const changedBody = { ...body, content: 'Last word' };
  const due = { now: new Date('2030-01-01T13:30:00.000Z'), tolerance: 0 };
  given(scheduled())
    .when((post) => edit(post, { ...change, body: changedBody }, due))
    .then(edited(changedBody));
});

it('does not change a post that is being published, or was published', () => {
  const tooLate = { ...change, body: { ...body, content: 'Too late' } };
  given(scheduled(), started)
    .when((post) => edit(post, tooLate, moment))
    .thenRejects('scheduling.already-publishing');
  given(scheduled(), started)
    .when((post) => edit(post, { ...tooLate, settled: true }, moment))
    .thenRejects('scheduling.already-publishing');
});

it('changes only the title and the automatic replies of a published post', () => {
  const later = { ...body, title: 'Later', aiRepliesEnabled: true };
  const settled = { ...change, body: later, settled: true };
  given(scheduled(), started)
    .when((post) => edit(post, settled, moment))
    .then(editedAfterPublishing);
  given(scheduled(), started, editedAfterPublishing)
    .when((post) => edit(post, { ...settled, isOutdated: true }, moment))
    .then();
  given(scheduled(), started)
    .when((post) => edit(post, { ...settled, isOutdated: true }, moment))
    .thenRejects('scheduling.post-changed');
  for (const refused of [
    { ...settled, settled: false },
    { ...settled, body: { ...later, hashtags: null } },
    { ...settled, timing: at('2030-01-02T13:00:00.000Z') },
  ])
    given(scheduled(), started)
      .when((post) => edit(post, refused, moment))
      .thenRejects('scheduling.already-publishing');
});

it('keeps the frozen content of a post that is changed after publishing', () => {
  const post = [scheduled(), started, editedAfterPublishing].reduce(
    (state, event) => postStream.evolve(state, event),
    postStream.initial,
  );
  expect(post.body).toEqual(body);
  expect(shownBody(post)).toEqual({ ...body, title: 'Later', aiRepliesEnabled: true });
});

it("treats a stranger's request as one for a post that does not exist", () => {
  const eve = { ...change, actorId: 'eve' };
  given(scheduled())
    .when((post) => edit(post, eve, moment))
    .thenRejects('scheduling.post-not-found');
  given(scheduled())
    .when((post) => remove(post, 'eve', false))
    .thenRejects('scheduling.post-not-found');
  given(scheduled(), cancelled)
    .when((post) => restore(post, 'eve', moment))
    .thenRejects('scheduling.post-not-found');
  given()
    .when((post) => remove(post, 'ana', false))
    .thenRejects('scheduling.post-not-found');
});

it('does not edit a deleted post', () => {
  given(scheduled(), cancelled)
    .when((post) => edit(post, change, moment))
    .thenRejects('scheduling.post-not-found');
});

it('deletes a scheduled post once', () => {
  given(scheduled())
    .when((post) => remove(post, 'ana', false))
    .then(cancelled);
  given(scheduled(), cancelled)
    .when((post) => remove(post, 'ana', false))
    .then();
});

it('archives a started post only when all its targets have ended', () => {
  given(scheduled(), started)
    .when((post) => remove(post, 'ana', true))
    .then(archived);
  given(scheduled(), started)
    .when((post) => remove(post, 'ana', false))
    .thenRejects('scheduling.already-publishing');
});

it('does not archive a published post when only unpublished posts are to be removed', () => {
  given(scheduled())
    .when((post) => remove(post, 'ana', false, true))
    .then(cancelled);
  for (const settled of [true, false])
    given(scheduled(), started)
      .when((post) => remove(post, 'ana', settled, true))
      .thenRejects('scheduling.already-publishing');
});

it('restores a deleted or an archived post', () => {
  given(scheduled(), cancelled)
    .when((post) => restore(post, 'ana', moment))
    .then(restored);
  given(scheduled(), started, archived)
    .when((post) => restore(post, 'ana', moment))
    .then(restored);
  given(scheduled(), cancelled, restored)
    .when((post) => restore(post, 'ana', moment))
    .then();
});

it('does not restore a post whose time has passed', () => {
  const later = { now: new Date('2030-01-01T13:00:01.000Z'), tolerance: 0 };
  given(scheduled(), cancelled)
    .when((post) => restore(post, 'ana', later))
    .thenRejects('scheduling.time-is-past');
  given(scheduled(), started, archived)
    .when((post) => restore(post, 'ana', later))
    .then(restored);
});

it('starts publishing of a due post once', () => {
  given(scheduled())
    .when((post) => startPublishing(post, freeze))
    .then(started);
  given(scheduled(), started)
    .when((post) => startPublishing(post, freeze))
    .then();
});

it('does not start a post that is not due, or was deleted', () => {
  given(scheduled())
    .when((post) => startPublishing(post, { ...freeze, now: noon }))
    .thenRejects('scheduling.post-not-due');
  given(scheduled(), cancelled)
    .when((post) => startPublishing(post, freeze))
    .thenRejects('scheduling.post-not-due');
  given(scheduled(), started, archived)
    .when((post) => startPublishing(post, freeze))
    .thenRejects('scheduling.post-not-due');
});

it('records a new instant and the version of the zone data when the rules of the zone change', () => {
  const scheduledFor = '2030-01-01T14:00:00.000Z';
  const recomputed = postEvent('ScheduleRecomputed', {
    ...key,
    ...at(scheduledFor),
    before: timing.scheduledFor,
    zoneData: '2030a',
  });
  given(scheduled())
    .when((post) => recompute(post, scheduledFor, '2030a'))
    .then(recomputed);
  given(scheduled())
    .when((post) => recompute(post, timing.scheduledFor, '2030a'))
    .then();
  // When two runtimes with different zone data recompute at the same time, the newer data wins.
  given(scheduled(), recomputed)
    .when((post) => recompute(post, timing.scheduledFor, '2029c'))
    .then();
  given(scheduled(), started)
    .when((post) => recompute(post, scheduledFor, '2030a'))
    .then();
});
