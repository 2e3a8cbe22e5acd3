import { expect, it } from '@jest/globals';
import type { Event } from '@posthorn/event-sourcing';
import type { Move } from './attempt/move.ts';
import { effectStory, idempotentMoves, type IdempotentEvent } from './effect-story.ts';

type Letter = 'Asked' | 'Begun' | 'NotBegun' | 'Taken' | 'Sent' | 'Failed' | 'Unclear' | 'Sought' | 'PutOff';
type Sent = Readonly<{ remoteId: string }>;
const at = '2030-01-01T12:00:00.000Z';

const { moveOf, eventOf } = effectStory<Event<Letter, 1>, Sent>(
  {
    asked: { type: 'Asked' },
    started: { type: 'Begun' },
    notStarted: { type: 'NotBegun' },
    accepted: { type: 'Taken', named: { at: 'takenAt' } },
    done: { type: 'Sent', named: { at: 'sentAt' }, result: ['remoteId'] },
    failed: { type: 'Failed' },
    unknown: { type: 'Unclear' },
    lookedUp: { type: 'Sought' },
    postponed: { type: 'PutOff' },
  },
  { attemptId: 'callId' },
);
const MOVES: readonly Move<Sent>[] = [
  { kind: 'asked', at, dueAt: at, lookUntil: null, atOwnRisk: true },
  { kind: 'started', attemptId: 'a', number: 2, startedAt: at, startBy: at, deadline: at },
  { kind: 'notStarted', attemptId: 'a', reason: 'too-late', dueAt: at },
  { kind: 'accepted', attemptId: 'a', handle: 'h', at, dueAt: at },
  { kind: 'done', attemptId: null, result: { remoteId: '42' }, evidence: 'look-up', at },
  { kind: 'failed', attemptId: 'a', reason: 'rejected', words: null, retryAt: at },
  { kind: 'unknown', attemptId: 'a', cause: 'timeout', words: 'Hm.', dueAt: null, lookUntil: at },
  { kind: 'lookedUp', attemptId: 'a', result: 'absent', words: null, at, dueAt: at },
  { kind: 'postponed', attemptId: null, reason: 'reconnect', words: null, until: at },
];

it.each(MOVES)('reads the move $kind from its event without changes', (move) => {
  const event = eventOf(move);
  if (!event) throw new Error('No event for this move.');
  expect(moveOf({ ...event, schema: 1 })).toEqual(move);
});

it('renames event fields; a name for one event takes precedence over a name for all events', () => {
  const [, , , , done] = MOVES;
  expect(done && eventOf(done)).toEqual({
    type: 'Sent',
    data: { callId: null, sentAt: at, evidence: 'look-up', remoteId: '42' },
  });
});

it('stores the variant and the values of a sentence only in events that declare them', () => {
  const declared = effectStory<Event<'Failed' | 'PutOff', 1>>({
    failed: { type: 'Failed', also: ['variant', 'values'] },
    postponed: { type: 'PutOff' },
  });
  const sentence = { variant: 'quota', values: { platform: 'Threads' } };
  const failed = {
    kind: 'failed',
    attemptId: null,
    reason: 'r',
    words: 'W.',
    retryAt: null,
    ...sentence,
  } as const;
  const putOff = {
    kind: 'postponed',
    attemptId: null,
    reason: 'r',
    words: 'W.',
    until: at,
    ...sentence,
  } as const;
  expect(declared.eventOf(failed)?.data).toMatchObject(sentence);
  expect(Object.keys(declared.eventOf(putOff)?.data ?? {})).toEqual([
    'attemptId',
    'reason',
    'words',
    'until',
  ]);
});

it('stores the next due time as `nextAt`, as all events do', () => {
  const stored = { callId: 'a', reason: 'too-late', nextAt: at };
  expect(eventOf({ kind: 'notStarted', attemptId: 'a', reason: 'too-late', dueAt: at })).toEqual({
    type: 'NotBegun',
    data: stored,
  });
  expect(moveOf({ type: 'NotBegun', schema: 1, data: stored })).toMatchObject({ dueAt: at });
});

it('ignores other events, and writes no event for moves that have none', () => {
  expect(moveOf({ type: 'Opened' as Letter, schema: 1, data: {} })).toEqual({ kind: 'other' });
  for (const move of [{ kind: 'other' }, { kind: 'prepared' }, { kind: 'resumed', at }] as const)
    expect(eventOf(move)).toBeNull();
});

it('fills in defaults for fields that an event omits, and writes no event for a move that is only read', () => {
  type Harmless = IdempotentEvent<'Cover', object> | Event<'CoverRequested', 1>;
  const cover = effectStory<Harmless>({
    ...idempotentMoves('Cover'),
    asked: { type: 'CoverRequested', named: { at: 'requestedAt' }, isOnlyRead: true },
  });
  expect(cover.moveOf({ type: 'CoverRequested', schema: 1, data: { requestedAt: at } })).toEqual({
    kind: 'asked',
    at,
    dueAt: at,
    lookUntil: null,
    atOwnRisk: false,
  });
  const [asked, started] = MOVES;
  expect(asked && cover.eventOf(asked)).toBeNull();
  const attempted = started && cover.eventOf(started);
  expect(attempted).toEqual({
    type: 'CoverAttempted',
    data: { attemptId: 'a', number: 2, startedAt: at, deadline: at },
  });
  expect(attempted && cover.moveOf({ ...attempted, schema: 1 } as Harmless)).toEqual(started);
});
