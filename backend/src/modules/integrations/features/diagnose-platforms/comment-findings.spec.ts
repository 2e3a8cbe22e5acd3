import { expect, it } from '@jest/globals';
import { commentFindings } from './comment-findings.ts';

it('says of each platform how many accounts have comments that can be read, and why those of the others cannot', () => {
  const why = 'Reconnect this account in Settings to read its comments.';
  expect(
    commentFindings([
      { platform: 'threads', why: null },
      { platform: 'linkedin', why: null },
      { platform: 'threads', why },
      { platform: 'threads', why: null },
    ]),
  ).toEqual([
    { about: 'threads', state: 'good', text: 'Comments of 2 accounts can be read.' },
    { about: 'linkedin', state: 'good', text: 'Comments of 1 account can be read.' },
    { about: 'threads', state: 'note', text: `Comments of 1 account cannot be read: ${why}` },
  ]);
  expect(commentFindings([])).toEqual([]);
});
