import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { expect, it } from '@jest/globals';
import { withoutTexts } from './without-texts.ts';

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
/** A view with a future field, which is not in the list of fields to keep. */
const view = {
  ...post,
  fieldOfTomorrow: WORDS,
  targets: [{ ...target, fieldOfTomorrow: WORDS } as unknown as TargetView],
} as unknown as PostView;

it('keeps the state of a post, but no text of any field', () => {
  const shown = withoutTexts(view);
  expect(shown).toMatchObject({ id: 7, brief: true, targets: [{ accountId: 3, status: 'posted' }] });
  expect(JSON.stringify(shown)).not.toContain(WORDS);
});
