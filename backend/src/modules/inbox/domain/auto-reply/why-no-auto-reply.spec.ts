import { NO_AUTO_REPLY_TEXT, type NoAutoReply } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { describe, expect, it } from '@jest/globals';
import type { Comment } from '../comment/comment.ts';
import { now, requested, seen, sighting, story } from '../comment/testing/comment-samples.ts';
import { whyNoAutoReply, whyOnlyDraft, type AutoReplyFacts } from './why-no-auto-reply.ts';

type Seen = NonNullable<Comment['seen']>;
type Change = (facts: AutoReplyFacts) => AutoReplyFacts;

const good: AutoReplyFacts = {
  now: now(60),
  isOnHere: true,
  mode: 'send',
  isPremium: true,
  hasPlanEnded: false,
  isAskedFor: true,
  comment: story(seen()),
  text: 'What a lovely loaf',
  isBlocked: false,
  isConnectedHere: false,
  quickAnswers: 0,
  isBelowOwnReply: false,
  canReply: true,
  isAuthorAnswered: false,
  ofPublication: 49,
  inHour: 19,
  inDay: 199,
};
const facts =
  (changes: Partial<AutoReplyFacts>): Change =>
  (before) => ({ ...before, ...changes });
const comment =
  (changes: Partial<Comment>): Change =>
  (before) => ({ ...before, comment: { ...before.comment, ...changes } });
const was =
  (changes: Partial<Seen>): Change =>
  (before) => {
    const known = before.comment.seen;
    return { ...before, comment: { ...before.comment, seen: known && { ...known, ...changes } } };
  };
const handle = (name: string): Change => was({ author: { ...sighting().author, handle: name } });

/** In the order of the checks. */
const cases: readonly (readonly [NoAutoReply, Change])[] = [
  ['installation-off', facts({ isOnHere: false })],
  ['switched-off', facts({ mode: 'off' })],
  ['plan-ended', facts({ hasPlanEnded: true })],
  ['no-premium', facts({ isPremium: false })],
  ['not-asked-for', facts({ isAskedFor: false })],
  ['comment-gone', comment({ gone: 'platform' })],
  ['comment-old', comment({ isBacklog: true })],
  ['comment-edited', was({ isEdited: true })],
  ['comment-answered', comment({ status: 'manual_reply' })],
  ['stopped', comment({ skipped: 'stopped' })],
  [
    'comment-read',
    (before) => (before.comment.status === 'new' ? comment({ status: 'read' })(before) : before),
  ],
  ['comment-hidden', comment({ hidden: 'here' })],
  ['author-blocked', facts({ isBlocked: true })],
  ['author-connected', facts({ isConnectedHere: true })],
  ['bot', was({ author: { ...sighting().author, isBot: true } })],
  ['below-own-reply', facts({ isBelowOwnReply: true })],
  ['too-few-words', facts({ text: 'Lovely' })],
  ['cannot-reply', facts({ canReply: false })],
  ['author-answered', facts({ isAuthorAnswered: true })],
  ['publication-full', facts({ ofPublication: 50 })],
  ['account-hour', facts({ inHour: 20 })],
  ['user-day', facts({ inDay: 200 })],
];

describe('an automatic reply', () => {
  it('is written when every check passes', () => {
    expect(whyNoAutoReply(good)).toBeNull();
  });
  it.each(cases)('is not written: %s', (reason, change) => {
    expect(whyNoAutoReply(change(good))).toBe(reason);
  });
  it('is judged by the part of a comment that the model sees: links in a longer text take seconds to find', () => {
    const behind = (letters: number) =>
      facts({ text: `${'@a '.repeat(letters / 3)}What a lovely loaf` })(good);
    expect(whyNoAutoReply(behind(300))).toBeNull();
    expect(whyNoAutoReply(behind(3_000))).toBe('too-few-words');
  });
  it('is refused for the first reason, in the order that users see', () => {
    const reasons = Object.keys(NO_AUTO_REPLY_TEXT).filter((reason) => !reason.startsWith('ai-'));
    expect(cases.map(([reason]) => reason)).toEqual(reasons);
    for (const [index, [first, change]] of cases.entries())
      for (const [second, other] of cases.slice(index + 1))
        expect({ first, second, why: whyNoAutoReply(change(other(good))) }).toEqual({
          first,
          second,
          why: first,
        });
  });
  it.each([
    ['comment-gone', comment({ isExpired: true })],
    ['comment-old', facts({ now: now(24 * 3600) })],
    ['comment-answered', facts({ comment: story(seen(), requested()) })],
    ['bot', handle('newsbot')],
    ['bot', handle('newsBot@social.example')],
    ['bot', handle('news-bot.bsky.social')],
    ['bot', handle('news.bot')],
    ['bot', facts({ quickAnswers: 3 })],
    ['too-few-words', facts({ text: '😍😍 @ana https://nice.example/a-b-c Wow' })],
    ['too-few-words', facts({ text: '@ana @bo www.nice.example' })],
  ] as const)('is not written: %s, in other cases', (reason, change) => {
    expect(whyNoAutoReply(change(good))).toBe(reason);
  });
  it.each([
    ['a name with bot in it', handle('bottega')],
    ['two quick answers', facts({ quickAnswers: 2 })],
    ['two words beside emoji and links', facts({ text: '😍 so good 😍 https://nice.example' })],
    ['a language without spaces', facts({ text: 'とても美味しいです' })],
  ])('is written in spite of %s', (_, change) => {
    expect(whyNoAutoReply(change(good))).toBeNull();
  });
});

it('leaves the reply to a person when the mode, the owner, the platform or the tone of the comment requires it', () => {
  const free = { mode: 'send', requireApproval: false, isAllowedByPlatform: true, sentiment: 'neutral' } as const;
  expect(whyOnlyDraft(free)).toEqual([]);
  expect(
    whyOnlyDraft({ mode: 'draft', requireApproval: true, isAllowedByPlatform: false, sentiment: 'negative' }),
  ).toEqual(['mode-draft', 'approval', 'platform-asks', 'negative']);
});
