import { expect, it } from '@jest/globals';
import { modelText } from './model-text.ts';
import { hasHiddenCharacters } from './odd-characters.ts';
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
