import { WHY_NOT_READ } from '@posthorn/contracts/inbox/why-texts';
import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import { sentenceOf } from '@posthorn/contracts/shared/said';
import { expect, it } from '@jest/globals';
import { howRead, type ReadingState } from './how-read.ts';
import { HOST_IS_BUSY, NO_BUDGET, NOT_READABLE, UNLISTED } from './sources.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const state = (differs: Partial<ReadingState>): ReadingState => ({
  platform: 'mastodon',
  dueAt: new Date(NOW),
  trouble: null,
  words: null,
  failures: 0,
  ...differs,
});

it.each<[string, Partial<ReadingState>]>([
  ['permission-missing', { trouble: NOT_READABLE, words: COMMENT_READING_TEXT.reconnect }],
  ['permission-missing', { trouble: 'permission-missing' }],
  ['business-grant', { trouble: NOT_READABLE, words: COMMENT_READING_TEXT.businessGrant }],
  ['business-keys', { trouble: NOT_READABLE, words: COMMENT_READING_TEXT.businessKeys }],
  ['organizations-only', { trouble: NOT_READABLE, words: COMMENT_READING_TEXT.organizationsOnly }],
  ['no-interface', { trouble: NOT_READABLE, words: COMMENT_READING_TEXT.noInterface('Mastodon') }],
  ['no-budget', { trouble: NO_BUDGET.unset, words: COMMENT_READING_TEXT.noBudget }],
  ['budget', { trouble: NO_BUDGET.usedUp }],
  ['host-is-busy', { trouble: HOST_IS_BUSY }],
  ['unlisted', { trouble: UNLISTED }],
  ['reconnect', { trouble: 'reconnect' }],
  ['account-missing', { trouble: 'account-missing' }],
  ['rate-limit', { trouble: 'rate-limit' }],
  ['behind', { dueAt: new Date(NOW - 11 * 60_000) }],
  ['own-posts-only', { platform: 'facebook' }],
])('explains with the code %s and with a sentence why comments are not read', (whyCode, differs) => {
  const { platform } = state(differs);
  const values = { platform: platform === 'facebook' ? 'Facebook' : 'Mastodon' };
  const why = sentenceOf(WHY_NOT_READ, { code: whyCode }, values);
  expect(why).toBeDefined();
  expect(howRead(state(differs), NOW)).toMatchObject({ why, whyCode });
});

it('has no code for a reason of an older release', () => {
  expect(howRead(state({ trouble: NOT_READABLE, words: 'It ended.' }), NOW)).toMatchObject({
    state: 'off',
    why: 'It ended.',
    whyCode: null,
  });
});

it('does not return a problem while readings succeed', () => {
  expect(howRead(state({}), NOW)).toEqual({ state: 'reading', why: null, whyCode: null, notice: null });
});
