import { expect, it } from '@jest/globals';
import { byteSize } from './byte-size.ts';

it('formats byte sizes with units', () => {
  const GB = 1024 ** 3;
  expect([0, 1, 120 * 1024 ** 2, 2 * GB, 1.94 * GB].map(byteSize)).toEqual([
    '0 MB',
    '1 MB',
    '120 MB',
    '2 GB',
    '1.9 GB',
  ]);
});
