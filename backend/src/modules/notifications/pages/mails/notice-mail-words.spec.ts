// @zones
import { expect, it } from '@jest/globals';
import { noticeMailWords } from './notice-mail-words.ts';
import type { CurrentNotice } from '../../stores/notices/current-notices.ts';

const around = { publicUrl: 'https://posts.example', stop: 'https://posts.example/stop', timezone: 'UTC' };
const failed = (postId: number, content: string | null, where = 'Bluesky (ana)'): CurrentNotice => ({
  where,
  cause: 'failed',
  postId,
  content,
});
const wordsOf = (...notices: CurrentNotice[]) => noticeMailWords('postFailed', notices, around);

it('counts posts in the subject, and lists each post on each account', () => {
  const both = wordsOf(failed(7, 'Hi'), failed(7, 'Hi', 'X (ana)'));
  expect(both.subject).toBe('Your post needs attention');
  expect(both.before).toEqual([
    'Bluesky (ana): “Hi” could not be published.',
    'X (ana): “Hi” could not be published.',
  ]);
  expect(wordsOf(failed(7, 'Hi'), failed(8, 'Ho')).subject).toBe('2 of your posts need attention');
});
it('quotes the beginning of a post on one line, and cuts no character in two', () => {
  expect(wordsOf(failed(7, `${'👩‍🍳'.repeat(79)}\n é!`)).before[0]).toContain(`“${'👩‍🍳'.repeat(79)} …”`);
  expect(wordsOf(failed(7, null)).before[0]).toBe('Bluesky (ana): a post could not be published.');
  expect(wordsOf(failed(7, ' ')).before[0]).toBe('Bluesky (ana): a post could not be published.');
});
it('lists the first twenty notices and links to all', () => {
  const many = Array.from({ length: 30 }, (_, id) => failed(id, `Post ${String(id)}`));
  const words = wordsOf(...many);
  expect(words.subject).toBe('30 of your posts need attention');
  expect(words.before).toHaveLength(20);
  expect(words.link.url).toBe('https://posts.example/posts?filter=attention');
});
it("adds up an account's comments over all posts", () => {
  const comments = (count: number, where: string): CurrentNotice => ({ where, cause: 'comments', count });
  const current = [comments(2, 'Bluesky (ana)'), comments(1, 'X (ana)'), comments(3, 'Bluesky (ana)')];
  const words = noticeMailWords('newComment', current, around);
  expect(words.subject).toBe('You have 6 new comments');
  expect(words.before).toEqual(['Bluesky (ana): 5 new comments.', 'X (ana): 1 new comment.']);
  expect(words.stop).toEqual({ label: 'No more emails about new comments', url: around.stop });
});
it('says what the owner must do for each account', () => {
  const current: CurrentNotice[] = [
    { where: 'X (ana)', cause: 'reconnect' },
    { where: 'LinkedIn (ana)', cause: 'ending', endsAt: '2030-01-05T09:00:00.000Z' },
  ];
  const words = noticeMailWords('accountExpiring', current, around);
  expect(words.subject).toBe('2 of your accounts need attention');
  expect(words.before[0]).toContain('X (ana) needs to be reconnected.');
  expect(words.before[1]).toContain('ends on January 5, 2030.');
});
it('says when the outcome is unknown', () => {
  const notice: CurrentNotice = { where: 'X (ana)', cause: 'unknown', postId: 7, content: 'Hi' };
  expect(wordsOf(notice).before[0]).toBe(
    'X (ana): we could not confirm that “Hi” was published. Please check there.',
  );
});
