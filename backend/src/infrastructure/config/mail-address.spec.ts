import { expect, it } from '@jest/globals';
import { canonicalAddress, otherSpellings } from './mail-address.ts';

it.each([
  [' Ana@Example.com ', 'ana@example.com'],
  ['"ana"@example.com', 'ana@example.com'],
  ['"a\\na"@example.com', 'ana@example.com'],
  ['"ana.b"@example.com', 'ana.b@example.com'],
  ['"Ana B"@example.com', '"ana b"@example.com'],
  ['"ana\\"b"@example.com', '"ana\\"b"@example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
  ['"ana."@example.com', '"ana."@example.com'],
  ['ana@BÜCHER.example', 'ana@xn--bcher-kva.example'],
  ['ana@bu\u0308cher.example', 'ana@xn--bcher-kva.example'],
  ['ana@XN--BCHER-KVA.example', 'ana@xn--bcher-kva.example'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['ana+tag@example.com', 'ana+tag@example.com'],
])('turns the e-mail address %j into %j', (typed, canonical) => {
  expect(canonicalAddress(typed)).toBe(canonical);
  expect(canonicalAddress(canonical)).toBe(canonical);
});
it.each([
  '"a\r\nSign-in link for eve"@example.com',
  '"a\nb"@example.com',
  '"a\u001b[2Jb"@example.com',
  '"a\u009b2Jb"@example.com',
  'a\u0000@example.com',
  'a\u202eb@example.com',
  'a\u200bb@example.com',
  'a\u2028b@example.com',
  'a\ud800b@example.com',
  'ana',
  '@example.com',
  'ana@',
  'ana@exa mple.com',
])('refuses the e-mail address %j', (typed) => {
  expect(canonicalAddress(typed)).toBeNull();
});
it('lists the older spellings of an e-mail address', () => {
  const spellings = otherSpellings('jos\u00e9@xn--bcher-kva.example');
  expect(spellings).toEqual(
    expect.arrayContaining([
      'jos\u00e9@b\u00fccher.example',
      'jose\u0301@b\u00fccher.example',
      '"jos\u00e9"@xn--bcher-kva.example',
    ]),
  );
  for (const spelling of spellings)
    expect(canonicalAddress(spelling)).toBe('jos\u00e9@xn--bcher-kva.example');
});
