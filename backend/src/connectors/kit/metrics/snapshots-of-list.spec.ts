import { expect, it } from '@jest/globals';
import { idIn } from '../json.ts';
import { snapshotOf } from './snapshot.ts';
import { snapshotsOfList } from './snapshots-of-list.ts';

const post = (remoteId: string) => ({ remoteId, permalink: null, publishedAt: '2030-01-01T12:00:00.000Z' });
const snapshots = (list: unknown) => [
  ...snapshotsOfList(
    [post('a'), post('b')],
    list as never,
    (entry) => idIn(entry['id']),
    (entry) => snapshotOf({ likes: { source: 'likes', counted: entry['likes'] } }),
  ),
];
const threeLikes = { values: [{ metric: 'likes', value: 3, source: 'likes' }], missing: [] };

it('reads the figures of each requested post in any order, and ignores other posts', () => {
  const list = [
    { id: 'c', likes: 1 },
    { id: 'b', likes: 3 },
    { id: 'a', likes: 3 },
  ];
  expect(snapshots(list)).toEqual([
    ['a', threeLikes],
    ['b', threeLikes],
  ]);
});
it('reports posts that are not in the list as gone', () => {
  expect(snapshots([])).toEqual([
    ['a', 'gone'],
    ['b', 'gone'],
  ]);
});
it.each([null, 7, {}, { likes: 3 }, { id: '', likes: 3 }])(
  'reports nothing about missing posts if the list contains the unreadable entry %j',
  (entry) => {
    expect(snapshots([{ id: 'a', likes: 3 }, entry])).toEqual([['a', threeLikes]]);
  },
);
it.each([undefined, null, 'x', 7, {}])('reports nothing about any post for %j instead of a list', (list) => {
  expect(snapshots(list)).toEqual([]);
});
