import { expect, it } from '@jest/globals';
import { countText } from './text-count.ts';

it.each([
  ['letters as one each', 'Straße', 6],
  ['an emoji as its bytes', '😀', 4],
  ['a family as the bytes of all its parts', '👨‍👩‍👧', 18],
  ['a flag as its bytes', '🇩🇪', 8],
  ['a sign that is drawn as an emoji', '❤️', 6],
  ['a sign that is not', '❤', 1],
  ['digits as digits', '10', 2],
])('counts %s where emojis are counted by their bytes', (_what, text, length) => {
  expect(countText(text, { by: 'emojiBytes' })).toBe(length);
});
