import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

type Row = Readonly<{ section: string; what: string; testedBy: string; title: string }>;

const root = repositoryRoot();
const NOT_TESTED = '**Not held**';
/** Matches `[posts.spec.tsx](../frontend/src/routes/_signed-in/posts.spec.tsx)`. */
const LINK = /^\[[\w.-]+\]\(\.\.\/([\w./-]+)\)$/u;

function rowsOf(page: string): readonly Row[] {
  const rows: Row[] = [];
  let section = '';
  // A row without words belongs to the row above it.
  let what = '';
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    const [, first = '', testedBy = '', title = ''] = line.split('|').map((cell) => cell.trim());
    if (!line.startsWith('|') || first === 'what' || first.startsWith('-')) continue;
    what = first === '' ? what : first;
    rows.push({ section, what, testedBy, title });
  }
  return rows;
}

/** What is wrong with a row; null: nothing. */
function faultOf({ what, testedBy, title }: Row): string | null {
  if (what === '' || title === '') return 'has an empty cell';
  if (testedBy === NOT_TESTED) return null;
  const [, path] = LINK.exec(testedBy) ?? [];
  if (path === undefined) return 'names no file';
  if (!existsSync(join(root, path))) return `names no existing file: ${path}`;
  const spec = readFileSync(join(root, path), 'utf8');
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => spec.includes(quoted))
    ? null
    : `names no test of ${path}: ${title}`;
}

const rows = rowsOf(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8'));

it('contains rows for all sections about visible behaviour', () => {
  const numbers = [...new Set(rows.map(({ section }) => /^Section (\d)/u.exec(section)?.[1]))];
  expect(numbers).toEqual(['2', '4', '5', '6', '8', '9']);
});

it('lists only existing tests', () => {
  const faults = rows.map((row) => [`${row.section}: ${row.what}`, faultOf(row)]);
  expect(faults.filter(([, found]) => found !== null)).toEqual([]);
});

it.each([
  ['a test that does not exist', `[a](../docs/style.md)`, 'no such title', /^names no test of/u],
  ['a file that does not exist', `[a](../docs/none.md)`, 'title', /^names no existing file/u],
  ['a row without a test', '', 'title', /^names no file/u],
])('reports %s', (_name, testedBy, title, words) => {
  expect(faultOf({ section: 'Section 2', what: 'words', testedBy, title })).toMatch(words);
});
