import { problemsOf } from '@posthorn/contracts/integrations/precheck';
import { textFit } from '@posthorn/contracts/integrations/text-count';
import { expect, it } from '@jest/globals';
import { THREADS } from './limits.ts';

it.each([
  ['each letter as one', 'Straße', 6],
  ['an emoji as its bytes', '😀', 4],
  ['a family emoji as the bytes of all its code points', '👨‍👩‍👧', 18],
  ['a flag as its bytes', '🇩🇪', 8],
  ['a character that is shown as an emoji', '❤️', 6],
  ['the same character as text', '❤', 1],
  ['digits as digits', '10', 2],
])('counts %s', (_what, text, length) => {
  expect(textFit(text, THREADS.limits, [])).toEqual({ used: length, max: 500, over: false });
});
it('allows exactly 500 characters', () => {
  expect(textFit(`${'x'.repeat(496)}😀`, THREADS.limits, []).over).toBe(false);
  expect(textFit(`${'x'.repeat(497)}😀`, THREADS.limits, []).over).toBe(true);
});

const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `www.${name}.example`).join(' ');
it.each([
  [[], five],
  [['integrations.too-many-links'], `${five} www.f.example`],
  [['integrations.too-many-links'], `${five} https://f.example`],
  [['integrations.too-many-links'], `${five} (WWW.f.example)`],
  [[], `${five}, www.e.example. And www.e.example!`],
  [[], `${five} mail@www.f.example swww.f.example www. www`],
])('reports %j for the links of “%s”', (codes, written) => {
  const problems = problemsOf({ text: written, title: null, media: [] }, THREADS.limits, THREADS.name);
  expect(problems.map(({ code }) => code)).toEqual(codes);
});
