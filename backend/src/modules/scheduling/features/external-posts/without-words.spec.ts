import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { expect, it } from '@jest/globals';
import { withoutWords } from './without-words.ts';

const WORDS = 'Words of a person';
const target = {
  accountId: 3,
  status: 'posted',
  content: WORDS,
  options: { boardId: WORDS },
  mediaUrls: [WORDS],
};
const post = {
  id: 7,
  content: WORDS,
  title: WORDS,
  hashtags: WORDS,
  mediaUrl: WORDS,
  mediaFiles: [{ altText: WORDS }],
};
/** As it would be with a field that nobody has decided about. */
const view = {
  ...post,
  fieldOfTomorrow: WORDS,
  targets: [{ ...target, fieldOfTomorrow: WORDS } as unknown as TargetView],
} as unknown as PostView;

it('keeps what a post is, and none of its words, of whatever field', () => {
  const shown = withoutWords(view);
  expect(shown).toMatchObject({ id: 7, brief: true, targets: [{ accountId: 3, status: 'posted' }] });
  expect(JSON.stringify(shown)).not.toContain(WORDS);
});
