import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { breakLines } from './break-lines.ts';
import { Letters } from './letters.ts';

let letters: Letters;
beforeAll(async () => {
  letters = await Letters.load(700);
});

// Null: the font lacks a letter, so the text is not drawn.
it.each([
  ['Ana  Lima', 'Ana Lima'],
  ['Zoë Ångström', 'Zoë Ångström'],
  ['Zoe\u0308', 'Zoë'],
  ['Nguyễn Thị', 'Nguyễn Thị'],
  ['Анна Λίμα', 'Анна Λίμα'],
  ['Ana 🔥', 'Ana'],
  ['A\u0337\u0316na', 'Ana'],
  ['Ana\u202E\u0000', 'Ana'],
  ['🔥', ''],
  ['Ana 田中', null],
  ['عائشة', null],
])('draws %j as %j', (words, drawn) => {
  expect(letters.drawable(words)).toBe(drawn);
});
it('writes outlines instead of text', () => {
  const path = letters.pathOf('<svg onload="x">', 0, 100, 40);
  expect(path).toMatch(/^[MLQCZ\d\s.-]+$/u);
});
it('draws valid outlines at every height', () => {
  for (let y = 0; y < 630; y += 0.1)
    expect(letters.pathOf('@ana_lima', 88, y, 34)).not.toMatch(/[^MLQCZ\d\s.-]/u);
});
it('never exceeds the line width or the number of lines', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 1, max: 3 }), (words, most) => {
      const widthOf = (part: string) => letters.widthOf(part, 60);
      const lines = breakLines(words, { width: 1000, most, widthOf });
      expect(lines.length).toBeLessThanOrEqual(most);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(1000);
    }),
  );
});
it('ends shortened text with an ellipsis', () => {
  const widthOf = (part: string) => part.length;
  const broken = (words: string, most: number) => breakLines(words, { width: 9, most, widthOf });
  expect(broken('one two three four', 2)).toEqual(['one two', 'three fo…']);
  expect(broken('one two', 2)).toEqual(['one two']);
  expect(broken('incomprehensible', 2)).toEqual(['incompre…']);
  expect(broken('', 2)).toEqual([]);
});
