import { gzipSync } from 'node:zlib';
import { openApiDocument } from '@posthorn/contracts/external/external.http';
import { expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { readApiDocument } from '../../document/api-document.ts';
import { CALL_TABLE } from '../../document/call-table.ts';
import { EXTERNAL_CODES } from '../../document/openapi.ts';
import type { ApiDocument } from '../../document/read-document.ts';
import { drawReference } from './draw-reference.ts';

const document = readApiDocument('https://app.example');
const page = drawReference(document);

type Tag = Readonly<{ name: string; attributes: Readonly<Record<string, string>> }>;
function tagsOf(html: string): readonly Tag[] {
  const tags: Tag[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => tags.push({ name, attributes }) });
  parser.end(html);
  return tags;
}
const tags = tagsOf(page);
const ids = tags.flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]));

it('has an anchor for each call and for each error code', () => {
  expect(ids).toEqual(expect.arrayContaining([...Object.keys(CALL_TABLE), ...EXTERNAL_CODES]));
  expect(new Set(ids).size).toBe(ids.length);
});

it('links only to its own anchors, the document and the app', () => {
  const links = tags.flatMap(({ attributes: { href } }) => (href === undefined ? [] : [href]));
  const inside = links.filter((link) => link.startsWith('#')).map((link) => link.slice(1));
  expect(inside.filter((place) => !ids.includes(place))).toEqual([]);
  expect(new Set(links.filter((link) => !link.startsWith('#')))).toEqual(
    new Set([
      'https://app.example/docs/api',
      '/favicon.svg',
      '/',
      `https://app.example${openApiDocument.path}`,
    ]),
  );
});

it('has no script, and one style', () => {
  expect(tags.filter(({ name }) => name === 'script')).toEqual([]);
  expect(tags.filter(({ name }) => name === 'style')).toHaveLength(1);
  const handlers = tags
    .flatMap(({ attributes }) => Object.keys(attributes))
    .filter((name) => /^on|^style$/u.test(name));
  expect(handlers).toEqual([]);
});

it('draws headings in order', () => {
  const levels = tags.map(({ name }) => /^h([1-6])$/u.exec(name)?.[1]).filter((level) => level !== undefined);
  expect(levels.filter((level) => level === '1')).toHaveLength(1);
  levels.map(Number).reduce((before, level) => {
    expect(level - before).toBeLessThanOrEqual(1);
    return level;
  }, 0);
});

it('draws a page smaller than 60 kB when compressed', () => {
  expect(gzipSync(page).length).toBeLessThan(60_000);
});

it('escapes the text of the document, and shows command lines that a shell accepts unchanged', () => {
  const hostile: ApiDocument = {
    ...document,
    info: { ...document.info, title: '</title><script>alert(1)</script>' },
  };
  expect(tagsOf(drawReference(hostile)).filter(({ name }) => name === 'script')).toEqual([]);
  expect(page).toContain(
    'curl https://app.example/api/external/posts \\\n  -H &quot;Authorization: Bearer $TOKEN&quot; \\\n  -H &#39;Idempotency-Key: row-7&#39;',
  );
});

it('shows required parameters of a query in the command line', () => {
  expect(page).toContain(
    'curl &#39;https://app.example/api/external/calendar?from=2030-01-01T00:00:00Z&amp;to=2030-02-01T00:00:00Z&#39;',
  );
  expect(page).toContain('curl https://app.example/api/external/events \\\n');
});
