import { expect, it } from '@jest/globals';
import {
  blockAuthor,
  chooseAutoReply,
  chooseModeration,
  followPlan,
  inboxSettingsStream,
  unblockAuthor,
  type InboxSettingsEvent,
} from './inbox-settings.ts';

const { initial, evolve } = inboxSettingsStream;
const now = new Date('2026-11-21T12:00:00.000Z');
const fold = (...events: readonly InboxSettingsEvent[]) => events.reduce(evolve, initial);

it('starts with the documented defaults', () => {
  expect(initial).toMatchObject({ autoHideSpam: true, requireApproval: false, filterProfanity: true });
});

it('switches automatic replies on and off, and records why they stopped', () => {
  expect(chooseAutoReply(initial, 'ana', 'send', now)).toEqual([]);
  const off = chooseAutoReply(initial, 'ana', 'off', now);
  expect(off).toMatchObject([{ type: 'AutoReplyStopped', data: { reason: 'chosen' } }]);
  expect(fold(...off).autoReply).toBe('off');
  const drafts = chooseAutoReply(fold(...off), 'ana', 'draft', now);
  expect(fold(...off, ...drafts).autoReply).toBe('draft');
});

it('stops automatic replies once when the plan ends, and restores them when the plan starts again', () => {
  const drafts = chooseAutoReply(initial, 'ana', 'draft', now);
  expect(followPlan(fold(...drafts), 'ana', true, now)).toEqual([]);
  const ended = followPlan(fold(...drafts), 'ana', false, now);
  expect(ended).toMatchObject([{ type: 'AutoReplyStopped', data: { reason: 'plan-ended' } }]);
  const off = fold(...drafts, ...ended);
  expect(off).toMatchObject({ autoReply: 'off', untilPlanEnded: 'draft' });
  expect(followPlan(off, 'ana', false, now)).toEqual([]);
  const restored = followPlan(off, 'ana', true, now).reduce(evolve, off);
  expect(restored).toEqual(fold(...drafts));
});

it('keeps automatic replies off if the user switched them off before or after the plan ended', () => {
  const off = chooseAutoReply(initial, 'ana', 'off', now);
  expect(followPlan(fold(...off), 'ana', false, now)).toEqual([]);
  expect(followPlan(fold(...off), 'ana', true, now)).toEqual([]);
  const ended = fold(...followPlan(initial, 'ana', false, now));
  const choseOff = chooseAutoReply(ended, 'ana', 'off', now).reduce(evolve, ended);
  expect(choseOff).toEqual({ ...initial, autoReply: 'off' });
  expect(followPlan(choseOff, 'ana', true, now)).toEqual([]);
});

it('changes only the given settings', () => {
  expect(chooseModeration(initial, 'ana', { autoHideSpam: true }, now)).toEqual([]);
  const changed = fold(...chooseModeration(initial, 'ana', { requireApproval: true }, now));
  expect(changed).toMatchObject({ autoHideSpam: true, requireApproval: true, filterProfanity: true });
});

it('blocks an author once, until the user unblocks them', () => {
  const bo = { authorMac: 'mac-bo', platform: 'mastodon', name: 'Bo' } as const;
  const blocked = fold(...blockAuthor(initial, 'ana', bo, now));
  expect(blocked.blocked).toEqual([{ ...bo, at: now.toISOString() }]);
  expect(blockAuthor(blocked, 'ana', bo, now)).toEqual([]);
  const undone = unblockAuthor(blocked, 'ana', 'mac-bo', now).reduce(evolve, blocked);
  expect(undone.blocked).toEqual([]);
  expect(unblockAuthor(undone, 'ana', 'mac-bo', now)).toEqual([]);
});
