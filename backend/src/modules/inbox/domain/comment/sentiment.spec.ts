import { expect, it } from '@jest/globals';
import { sentimentOf } from './sentiment.ts';

it.each([
  ['I love this so much', 'positive'],
  ['Amazing!', 'positive'],
  ['This is terrible, I hate it', 'negative'],
  ['When do you open?', 'neutral'],
  ['', 'neutral'],
  ['❤️', 'positive'],
  ['😡', 'negative'],
  ['👍🏽', 'positive'],
  ['Heute wieder da 😍', 'positive'],
] as const)('reads “%s” as %s', (text, sentiment) => {
  expect(sentimentOf(text)).toBe(sentiment);
});
it.each([
  'Die Kekse sind toll',
  'Das war gut und ist nicht bad',
  'No me gusta nada',
  'Je suis fan, mais pas trop',
  '素晴らしい',
])('ignores English weights for “%s”', (text) => {
  expect(sentimentOf(text)).toBe('neutral');
});
it('ignores negation, and so reads it wrongly', () => {
  expect(sentimentOf('That is not bad')).toBe('negative');
});
