import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { expect, it } from '@jest/globals';
import type { MediaItem } from '../../contract/publication.ts';
import { optionProblems } from '@posthorn/contracts/integrations/option-values';
import { problemsOf } from '@posthorn/contracts/integrations/precheck';
import { mediaAt, publicationOf } from '../../testing/account-access.ts';
import { PINTEREST } from '../limits.ts';
import { pinProblems } from './pin-rules.ts';

const picture = (width: number, height: number) => mediaAt('a', 9, { width, height });
const video = mediaAt('v', 9, {
  kind: 'video',
  mimeType: 'video/mp4',
  width: 9,
  height: 16,
  durationSeconds: 8,
});
const pin = (media: readonly MediaItem[], options = {}) => ({
  ...publicationOf('Hi', media),
  options: { boardId: '1', ...options },
});
const problems = (publication: ReturnType<typeof pin>) =>
  [
    ...problemsOf(publication, PINTEREST.limits, PINTEREST.name),
    ...optionProblems(publication, PINTEREST.options, PINTEREST.name),
    ...pinProblems(publication),
  ].map(({ message }) => message);

it.each([
  ['one picture', [picture(4, 3)]],
  ['five pictures of one aspect ratio', Array(5).fill(picture(1000, 1500)) as MediaItem[]],
  ['pictures that differ by a pixel', [picture(1000, 1500), picture(1001, 1500)]],
  ['pictures of unknown size', [mediaAt('a', 9, { width: null, height: null }), picture(1, 2)]],
  ['a video', [video]],
  ['a video with its cover', [video, picture(9, 16)]],
])('accepts %s', (_what, media) => {
  expect(problems(pin(media))).toEqual([]);
});
it.each([
  [
    'pictures of two aspect ratios',
    pin([picture(1, 1), picture(2, 3)]),
    PRECHECK_TEXT.sameShape('Pinterest'),
  ],
  [
    'a video with two pictures',
    pin([video, picture(1, 1), picture(1, 1)]),
    PRECHECK_TEXT.coverOnly('Pinterest'),
  ],
  [
    'six pictures',
    pin(Array(6).fill(picture(1, 1)) as MediaItem[]),
    PRECHECK_TEXT.tooManyImages('Pinterest', 5),
  ],
  ['no file', pin([]), PRECHECK_TEXT.requiresMedia('Pinterest')],
  ['no board', pin([picture(1, 1)], { boardId: '' }), PRECHECK_TEXT.optionMissing('Pinterest', 'Board')],
  [
    'an invalid link',
    pin([picture(1, 1)], { link: 'example' }),
    PRECHECK_TEXT.optionNotValid('Pinterest', 'Destination link'),
  ],
  [
    'a link with another scheme',
    pin([picture(1, 1)], { link: 'javascript:alert(1)' }),
    PRECHECK_TEXT.optionNotValid('Pinterest', 'Destination link'),
  ],
  [
    'a title that is too long',
    pin([picture(1, 1)], { title: 'x'.repeat(101) }),
    PRECHECK_TEXT.optionNotValid('Pinterest', 'Pin title'),
  ],
])('refuses %s', (_what, publication, message) => {
  expect(problems(publication)).toEqual([message]);
});
