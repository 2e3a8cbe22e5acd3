// @zones
import { expect, it } from '@jest/globals';
import { spanOfTime, withLocalTimes } from './times.ts';

it.each([
  [0, '1 sec'],
  [4_900, '4 sec'],
  [60_000, '1 min'],
  [7_200_000, '2 hr'],
  [172_800_000, '2 days'],
])('formats %i ms as %s', (milliseconds, words) => {
  expect(spanOfTime(milliseconds)).toBe(words);
});

it("shows the instants of a sentence in the reader's zone", () => {
  const sentence = 'The post moved from 2030-06-01T22:30:00.000Z to 2030-06-02T09:00:00Z.';
  expect(withLocalTimes(sentence, 'Europe/Berlin')).toBe(
    'The post moved from Sun 2 Jun 2030, 00:30 to Sun 2 Jun 2030, 11:00.',
  );
});
it('does not change a sentence without instants', () => {
  expect(withLocalTimes('Published on ana.bsky.social.', 'UTC')).toBe('Published on ana.bsky.social.');
});
