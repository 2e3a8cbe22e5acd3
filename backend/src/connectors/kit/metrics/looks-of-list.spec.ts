import { expect, it } from '@jest/globals';
import { idIn } from '../json.ts';
import { lookOf } from './look.ts';
import { looksOfList } from './looks-of-list.ts';

const post = (remoteId: string) => ({ remoteId, permalink: null, publishedAt: '2030-01-01T12:00:00.000Z' });
const looks = (list: unknown) => [
  ...looksOfList(
    [post('a'), post('b')],
    list as never,
    (entry) => idIn(entry['id']),
    (entry) => lookOf({ likes: { source: 'likes', counted: entry['likes'] } }),
  ),
];
const three = { values: [{ metric: 'likes', value: 3, source: 'likes' }], missing: [] };

it('says of each post what the list says, whatever its order, and nothing of others', () => {
  const list = [
    { id: 'c', likes: 1 },
    { id: 'b', likes: 3 },
    { id: 'a', likes: 3 },
  ];
  expect(looks(list)).toEqual([
    ['a', three],
    ['b', three],
  ]);
});
it('takes those that are left out for gone', () => {
  expect(looks([])).toEqual([
    ['a', 'gone'],
    ['b', 'gone'],
  ]);
});
it.each([null, 7, {}, { likes: 3 }, { id: '', likes: 3 }])(
  'says nothing of those that are left out where %j may be one of them',
  (entry) => {
    expect(looks([{ id: 'a', likes: 3 }, entry])).toEqual([['a', three]]);
  },
);
it.each([undefined, null, 'x', 7, {}])('learns nothing of %j', (list) => {
  expect(looks(list)).toEqual([]);
});
