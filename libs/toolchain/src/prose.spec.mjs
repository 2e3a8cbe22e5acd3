import { expect, it } from '@jest/globals';
import { commentsOf, findingsIn } from './prose.mjs';

const found = (source, file = 'a.ts') => findingsIn(source, file).map(({ kind, text }) => `${kind}: ${text}`);

it('finds words in comments, but not in code and strings', () => {
  const source = [
    '// Nobody looks.',
    "const told = 'whoever'; // It was told.",
    '/** Tells `somebody`. */',
    'const pattern = /\\/\\/ anybody/u;',
  ].join('\n');
  expect(found(source)).toEqual(['indefinite: Nobody', 'tell: told', 'indefinite: somebody', 'tell: Tells']);
});

it('reads consecutive line comments as one text', () => {
  const long = Array.from({ length: 26 }, (_, at) => `word${at}`);
  const source = `// ${long.slice(0, 13).join(' ')}\n// ${long.slice(13).join(' ')}.\nconst a = 1;`;
  expect(found(source)).toEqual([`long: ${long.join(' ')}.`]);
});

it('counts the words of each sentence and of each list item separately', () => {
  const words = Array.from({ length: 20 }, () => 'word').join(' ');
  expect(found(`/**\n * ${words}. ${words}.\n * - ${words}\n * @throws ${words}\n */\nconst a = 1;`)).toEqual(
    [],
  );
});

it('reads comments in JSX, but not the text of a screen', () => {
  expect(found('const a = <p>told {/* nobody */} // whoever</p>;', 'a.tsx')).toEqual(['indefinite: nobody']);
});

it('skips directives for tools', () => {
  expect(
    commentsOf('// eslint-disable-next-line no-a\nconst a = 1;\n// b', 'a.ts').map(({ text }) => text),
  ).toEqual(['b']);
});
