import { expect, it } from '@jest/globals';
import { folderCircles } from './folder-circles.mjs';

it('finds neighbouring folders that import each other, through any of their files', () => {
  expect(
    folderCircles([
      ['src/a/deep/one.ts', 'src/b/two.ts'],
      ['src/b/other/three.ts', 'src/c/four.ts'],
      ['src/c/five.ts', 'src/a/six.ts'],
      ['src/d/seven.ts', 'src/a/six.ts'],
    ]),
  ).toEqual([
    {
      parent: 'src',
      folders: ['a', 'b', 'c'],
      imports: [
        'src/a/deep/one.ts → src/b/two.ts',
        'src/b/other/three.ts → src/c/four.ts',
        'src/c/five.ts → src/a/six.ts',
      ],
    },
  ]);
});

it('checks each level, and accepts imports in one direction and files beside folders', () => {
  expect(
    folderCircles([
      ['src/a/x/one.ts', 'src/a/y/two.ts'],
      ['src/a/y/three.ts', 'src/a/x/four.ts'],
    ]).map(({ parent, folders }) => [parent, folders]),
  ).toEqual([['src/a', ['x', 'y']]]);
  expect(
    folderCircles([
      ['src/a/one.ts', 'src/b/two.ts'],
      ['src/main.ts', 'src/a/one.ts'],
      ['src/b/two.ts', 'src/main.ts'],
    ]),
  ).toEqual([]);
});
