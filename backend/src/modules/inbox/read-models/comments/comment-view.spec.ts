import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import { expect, it } from '@jest/globals';
import * as lookUps from '#infrastructure/effects/attempt/look-up.ts';
import type { Comment } from '../../domain/comment/comment.ts';
import {
  at,
  byEngine,
  refused,
  requested,
  seen,
  settled,
  started,
  story,
  timedOut,
} from '../../domain/comment/testing/comment-samples.ts';
import type { ShownComment } from './comment-pages.ts';
import { commentView, titleOf } from './comment-view.ts';

const abilities = { reply: 'send', whyNot: null, openUrl: null, hide: 'here', remove: false } as const;
const context = { accountName: 'ana', isConnected: true, isBlocked: false, abilities, autoReplyAt: null };
const shownComment = (state: Comment): ShownComment => ({
  comment_id: 1,
  owner_id: 'ana',
  account_id: 3,
  platform: 'mastodon',
  post_id: 7,
  post_remote_id: 'p',
  group_key: 'g',
  remote_key: 'k',
  remote_id: 'r',
  author_mac: 'm',
  text: 'Nice!',
  status: state.status,
  is_hidden: false,
  reply_open: true,
  created_at: at(0),
  state,
  title: null,
});
const replyIn = (...steps: readonly ReturnType<typeof seen>[]) =>
  commentView(shownComment(story(...steps)), context).reply;

it('titles a group with the text of its post, or else with a general title and its code', () => {
  expect(titleOf({ post_id: 7, title: 'Soup' })).toEqual({ title: 'Soup' });
  expect(titleOf({ post_id: 7, title: ' ' })).toEqual({ title: 'Post #7', titleCode: 'post' });
  expect(titleOf({ post_id: null, title: null })).toEqual({
    title: 'Another post of this account',
    titleCode: 'other-post',
  });
});

it('shows until when a reply with unknown outcome is looked up, not the time of the next look-up', () => {
  const absent = byEngine(32, (effect, now) => lookUps.recordLookUp(effect, 'a1', { kind: 'absent' }, now));
  const unknown = [seen(), requested(), started(), settled(30, timedOut)];
  expect(replyIn(...unknown)).toMatchObject({ state: 'unknown', until: at(380) });
  expect(replyIn(...unknown, absent)).toMatchObject({ state: 'unknown', until: at(380) });
});

it('shows the time of the next attempt only for a waiting reply', () => {
  expect(replyIn(seen(), requested(10, { notBefore: at(100) }))).toMatchObject({
    state: 'waiting',
    until: at(100),
  });
  expect(replyIn(seen(), requested(), started(), settled(30, refused))).toMatchObject({
    state: 'failed',
    until: null,
  });
});

it('quotes the platform, but not the description of a broken connection', () => {
  const wordsAfter = (reason: string) => {
    const refusal = { ...refused, reason, words: 'a.test: timed out' } as const;
    return replyIn(seen(), requested(), started(), settled(30, refusal))?.problem?.words;
  };
  expect(wordsAfter('rejected')).toBe('a.test: timed out');
  expect(wordsAfter('network')).toBeNull();
});

it('shows the time of the next look-up if look-ups have no time limit', () => {
  const state = story(seen(), requested(), started(), settled(30, timedOut));
  const { reply } = state;
  if (!reply) throw new Error('There is a reply in this story');
  const withoutLimit: Comment = { ...state, reply: { ...reply, lookUntil: null } };
  expect(commentView(shownComment(withoutLimit), context).reply).toMatchObject({
    state: 'unknown',
    until: reply.effect.dueAt,
  });
  expect(reply.effect.dueAt).not.toBeNull();
});

it.each([
  ['no-interface', COMMENT_READING_TEXT.noInterface('Mastodon')],
  ['only-when-named', COMMENT_READING_TEXT.onlyWhenNamed],
  [null, 'Words of an older release.'],
])('returns the code %s for a comment to which Posthorn cannot reply', (whyNotCode, whyNot) => {
  const cannot = { ...abilities, reply: 'no', whyNot } as const;
  const view = commentView(shownComment(story(seen())), { ...context, abilities: cannot });
  expect(view).toMatchObject({ whyNot, whyNotCode });
});
