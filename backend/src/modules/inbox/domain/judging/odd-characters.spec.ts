import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { modelText } from './model-text.ts';
import { hasCodedWord, hasHiddenCharacters } from './odd-characters.ts';
import { plainText, VISIBLE } from './plain-text.ts';

const LAST = 0x10_ff_ff;
const INVISIBLE = Array.from({ length: LAST + 1 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => /[\p{Default_Ignorable_Code_Point}\u2800]/u.test(character),
);

it('finds each invisible character, and removes it for the model and the word lists', () => {
  expect(INVISIBLE.length).toBeGreaterThan(4_000);
  const wrong = (passes: (text: string) => boolean) =>
    INVISIBLE.filter((character) => !passes(`bre${character}ad`)).map((character) =>
      character.codePointAt(0)?.toString(16),
    );
  expect(wrong(hasHiddenCharacters)).toEqual([]);
  expect(wrong((text) => modelText(text) === 'bread')).toEqual([]);
  expect(wrong((text) => plainText(text) === 'bread')).toEqual([]);
  expect(INVISIBLE.filter((character) => VISIBLE.test(character))).toEqual([]);
});

it.each(['ᠮᠣᠩᠭᠣᠯ\u180B ᠪᠢᠴᠢᠭ', 'می\u200Cخواهم', 'क्\u200Dष', '👩\u200D🍳 ❤\uFE0F 👍🏽', 'one\r\ntwo'])(
  'allows characters that a writing system needs: %j',
  (text) => {
    expect(hasHiddenCharacters(text)).toBe(false);
  },
);

it.each([
  ['xK9fQ2mZ7pLw3Rt8', true],
  ['key=xx1abcdefghijk2', true],
  ['helloWORLDagainAndAgain', true],
  ['aGVsbG8gd29ybGQhIQ==', true],
  ['abcdefghijklmn==', true],
  ['abcdefghijklmn== and more', false],
  ['%68%65%6c%6c%6f', true],
  ['1234567890123456', false],
  ['internationalization', false],
])('returns whether a word of %j looks encoded: %j', (text, isCoded) => {
  expect(hasCodedWord(text)).toBe(isCoded);
});

it('reads a long word of digits between two letters only once', async () => {
  expect(hasCodedWord(`x${'01'.repeat(2000)}y`)).toBe(false);
  // If the search took minutes, the time limit of this test ends it here.
  await nextTurn();
});
