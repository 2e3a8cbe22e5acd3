import { expect, it } from '@jest/globals';
import { ownPathOf } from '@posthorn/contracts/shared/own-path';

it.each([
  '/',
  '/posts',
  '/settings/accounts',
  '/posts?compose=true',
  '/posts?filter=failed&q=fresh+bread%21&at=12',
  '/?q=%22a%2F%2Fb%22',
  '/posts/12/history',
])('accepts %s as one of our pages', (path) => {
  expect(ownPathOf(path)).toBe(path);
});

it.each([
  '',
  'posts',
  '//evil.example',
  '///evil.example',
  String.raw`/\evil.example`,
  String.raw`\\evil.example`,
  '/%2Fevil.example',
  '/%5cevil.example',
  '/posts//evil.example',
  '/posts/../..//evil.example',
  '/.//evil.example',
  '/@evil.example',
  '/evil.example:80',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  '/javascript:alert(1)',
  ' /posts',
  '/posts\r\nset-cookie: a=b',
  '/posts\n',
  '/posts?q=%0d%0aset-cookie:a=b',
  '/posts?q=%0D%0A',
  '/\t/evil.example',
  '/posts#//evil.example',
  '/posts?next=http://evil.example',
  '/api/logout',
  '/api',
  '/API/logout',
  '/media/lent/x',
  `/posts?q=${'a'.repeat(2000)}`,
  `/${'a'.repeat(2000)}`,
  '/ｅvil',
  null,
  undefined,
  42,
  true,
  ['/posts'],
  { path: '/posts' },
])('does not accept %j as one of our pages', (path) => {
  expect(ownPathOf(path)).toBeNull();
});

it('decides quickly about paths that make slow patterns backtrack', () => {
  const paths = ['/a'.repeat(1_000), `${'/a'.repeat(999)}!`, `/${'a-'.repeat(999)}!`, '/'.repeat(2_000)];
  expect(paths.map((path) => ownPathOf(path) !== null)).toEqual([true, false, false, false]);
});
