import { NO_AUTO_REPLY_TEXT, type NoAutoReply } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { describe, expect, it } from '@jest/globals';
import type { Comment } from '../comment/comment.ts';
import { now, requested, seen, sighting, story } from '../comment/testing/comment-samples.ts';
import { whyNoAutoReply, whyOnlyDraft, type AutoReplyFacts } from './why-no-auto-reply.ts';

type Seen = NonNullable<Comment['seen']>;
type Change = (before: AutoReplyFacts) => AutoReplyFacts;

const good: AutoReplyFacts = {
  now: now(60),
  isInstallationOn: true,
  mode: 'send',
  isPremium: true,
  hasPlanEnded: false,
  isAskedFor: true,
  comment: story(seen()),
  text: 'What a lovely loaf',
  isBlocked: false,
  isAuthorConnected: false,
  quickAnswers: 0,
  isBelowOwnReply: false,
  canReply: true,
  isAuthorAnswered: false,
  repliesToPublication: 49,
  repliesLastHour: 19,
  repliesLastDay: 199,
};
const withFacts =
  (changes: Partial<AutoReplyFacts>): Change =>
  (before) => ({ ...before, ...changes });
const withComment =
  (changes: Partial<Comment>): Change =>
  (before) => ({ ...before, comment: { ...before.comment, ...changes } });
const withSeen =
  (changes: Partial<Seen>): Change =>
  (before) => {
    const known = before.comment.seen;
    return { ...before, comment: { ...before.comment, seen: known && { ...known, ...changes } } };
  };
const withHandle = (name: string): Change => withSeen({ author: { ...sighting().author, handle: name } });

/** The reasons in the order of the checks, each with a change that causes it. */
const cases: readonly (readonly [NoAutoReply, Change])[] = [
  ['installation-off', withFacts({ isInstallationOn: false })],
  ['switched-off', withFacts({ mode: 'off' })],
  ['plan-ended', withFacts({ hasPlanEnded: true })],
  ['no-premium', withFacts({ isPremium: false })],
  ['not-asked-for', withFacts({ isAskedFor: false })],
  ['comment-gone', withComment({ gone: 'platform' })],
  ['comment-old', withComment({ isBacklog: true })],
  ['comment-edited', withSeen({ isEdited: true })],
  ['comment-answered', withComment({ status: 'manual_reply' })],
  ['stopped', withComment({ skipped: 'stopped' })],
  [
    'comment-read',
    // An answered comment keeps its status, so that both reasons apply.
    (before) => (before.comment.status === 'new' ? withComment({ status: 'read' })(before) : before),
  ],
  ['comment-hidden', withComment({ hidden: 'here' })],
  ['author-blocked', withFacts({ isBlocked: true })],
  ['author-connected', withFacts({ isAuthorConnected: true })],
  ['bot', withSeen({ author: { ...sighting().author, isBot: true } })],
  ['below-own-reply', withFacts({ isBelowOwnReply: true })],
  ['too-few-words', withFacts({ text: 'Lovely' })],
  ['cannot-reply', withFacts({ canReply: false })],
  ['author-answered', withFacts({ isAuthorAnswered: true })],
  ['publication-full', withFacts({ repliesToPublication: 50 })],
  ['account-hour', withFacts({ repliesLastHour: 20 })],
  ['user-day', withFacts({ repliesLastDay: 200 })],
];

describe('an automatic reply', () => {
  it('is written when every check passes', () => {
    expect(whyNoAutoReply(good)).toBeNull();
  });
  it.each(cases)('is withheld with the reason "%s"', (reason, change) => {
    expect(whyNoAutoReply(change(good))).toBe(reason);
  });
  it('is judged only by the part of the comment that the model sees, because a search for links in a long text takes seconds', () => {
    const afterLetters = (letters: number) =>
      withFacts({ text: `${'@a '.repeat(letters / 3)}What a lovely loaf` })(good);
    expect(whyNoAutoReply(afterLetters(300))).toBeNull();
    expect(whyNoAutoReply(afterLetters(3_000))).toBe('too-few-words');
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
    ['comment-gone', withComment({ isExpired: true })],
    ['comment-old', withFacts({ now: now(24 * 3600) })],
    ['comment-answered', withFacts({ comment: story(seen(), requested()) })],
    ['bot', withHandle('newsbot')],
    ['bot', withHandle('newsBot@social.example')],
    ['bot', withHandle('news-bot.bsky.social')],
    ['bot', withHandle('news.bot')],
    ['bot', withFacts({ quickAnswers: 3 })],
    ['too-few-words', withFacts({ text: '😍😍 @ana https://nice.example/a-b-c Wow' })],
    ['too-few-words', withFacts({ text: '@ana @bo www.nice.example' })],
  ] as const)('is withheld with the reason "%s" in further cases', (reason, change) => {
    expect(whyNoAutoReply(change(good))).toBe(reason);
  });
  it.each([
    ['a name with bot in it', withHandle('bottega')],
    ['two quick answers', withFacts({ quickAnswers: 2 })],
    ['two words with emoji and links', withFacts({ text: '😍 so good 😍 https://nice.example' })],
    ['a language without spaces', withFacts({ text: 'とても美味しいです' })],
  ])('is written despite %s', (_, change) => {
    expect(whyNoAutoReply(change(good))).toBeNull();
  });
});

it('leaves the reply to a person when the mode, the owner, the platform or the tone of the comment requires it', () => {
  const free = {
    mode: 'send',
    requireApproval: false,
    isAllowedByPlatform: true,
    sentiment: 'neutral',
  } as const;
  expect(whyOnlyDraft(free)).toEqual([]);
  expect(
    whyOnlyDraft({ mode: 'draft', requireApproval: true, isAllowedByPlatform: false, sentiment: 'negative' }),
  ).toEqual(['mode-draft', 'approval', 'platform-asks', 'negative']);
});
