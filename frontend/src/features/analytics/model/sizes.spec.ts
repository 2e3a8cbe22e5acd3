// @zones
import { expect, it } from '@jest/globals';
import { short } from './sizes.ts';

it('shortens counts from a thousand with k, and from a million with M', () => {
  expect([999, 1_000, 1_999, 999_999, 1_000_000, 3_450_000].map(short)).toEqual([
    '999',
    '1.0k',
    '1.9k',
    '999.9k',
    '1.0M',
    '3.4M',
  ]);
});
