import { describe, expect, it } from '@jest/globals';
import { fold } from './fold.ts';
import type { CallFrame } from './v8-profile.ts';

const frame = (functionName: string, url = ''): CallFrame => ({
  functionName,
  url,
  lineNumber: 0,
  columnNumber: 0,
});
const file = (path: string): string => `file:///${path}`;
const pathOf = ({ url }: CallFrame): string => url.slice('file:///'.length);

const LIST = 'backend/src/modules/scheduling/read-models/posts/post-list.projection.ts';
const NODES = [
  { id: 1, callFrame: frame('(root)'), children: [2, 3, 6] },
  { id: 2, callFrame: frame('(idle)') },
  { id: 3, callFrame: frame('apply', file(LIST)), children: [4] },
  {
    id: 4,
    callFrame: frame('query', file('backend/src/infrastructure/database/transaction.ts')),
    children: [5],
  },
  { id: 5, callFrame: frame('write', file('node_modules/pg/lib/client.js')), children: [7] },
  { id: 6, callFrame: frame('parse', file('node_modules/pg-protocol/dist/parser.js')) },
  { id: 7, callFrame: frame('writev') },
];

/** Each sample is the id of a node that ran for one millisecond. */
const folded = (samples: readonly number[]) =>
  fold({ nodes: NODES, samples, timeDeltas: [0, ...samples.map(() => 1000)] }, pathOf);

describe('fold', () => {
  it('assigns a sample to the nearest caller in a module, through infrastructure and packages', () => {
    expect(folded([3, 5, 7]).parts).toEqual([['scheduling/read-models/posts', 3]]);
  });

  it('names the package or the function of Node that ran', () => {
    expect(folded([5, 7, 7]).code).toEqual([
      ['native writev', 2],
      ['pg', 1],
    ]);
  });

  it("names the package when the product's code did not call it", () => {
    expect(folded([6]).parts).toEqual([['only pg-protocol', 1]]);
  });

  it('excludes idle time', () => {
    expect(folded([2, 2, 3]).busyMs).toBe(1);
  });
});
