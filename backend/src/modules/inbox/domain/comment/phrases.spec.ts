import { expect, it } from '@jest/globals';
import { clauseOf, phrases } from './phrases.ts';

const finds = (list: readonly string[], text: string) => phrases(list).isIn(clauseOf(text));

it.each([
  ['broken', 'It is BROKEN.', true],
  ['broken', 'unbroken', false],
  ['disappoint*', 'So disappointing', true],
  ['disappoint*', 'disapp', false],
  ["doesn't work", 'It doesnt work', true],
  ['doesnt work', "It doesn't work", true],
  ['wait ~ weeks', 'wait for three long weeks', true],
  ['wait ~ weeks', 'wait weeks', true],
  ['wait ~ weeks', 'wait one two three four five weeks', false],
  ['déçu', 'decu', true],
  ["j'attends", 'J’attends encore', true],
  ['写真と~違', '写真と色が違います', true],
  ['写真と~違', '写真と色がとてもきれいで気に入りましたが違います', false],
  ['ひどい', '対応がひどい', true],
] as const)('returns for the phrase “%s” in the text “%s”: %s', (phrase, text, isThere) => {
  expect(finds([phrase], text)).toBe(isThere);
});
it('returns the index of the word at which the first phrase begins', () => {
  const search = phrases(['not good', 'good']);
  expect(search.firstIn(clauseOf('really not good'))).toBe(1);
  expect(search.firstIn(clauseOf('really'))).toBeNull();
});
it('removes phrases, and leaves the other words', () => {
  const search = phrases(["can't wait", '悪くない']);
  expect(search.without(clauseOf("I can't wait for it")).words).toEqual(['i', 'for', 'it']);
  expect(search.without(clauseOf('味は悪くない。')).plain).not.toContain('悪くない');
});
it('refuses a phrase that begins with a gap', () => {
  expect(() => phrases(['~ weeks']).isIn(clauseOf('two weeks'))).toThrow('No phrase begins with');
});
