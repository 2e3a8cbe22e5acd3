import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AVATAR_COLOURS, avatarColour, initials } from '@posthorn/contracts/shared/avatar-colour';
import { platforms } from '@posthorn/contracts/shared/platform';
import { expect, it } from '@jest/globals';
import { PLATFORM_COLOURS } from './platform-colours.ts';

/** Relative luminance of `#rrggbb`, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast ratio of two colours, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

it.each(AVATAR_COLOURS)('white letters are readable on %s', (colour) => {
  expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.9);
});
it('always gives a name the same colour', () => {
  expect(avatarColour('Ana')).toBe(avatarColour('Ana'));
});
it.each([
  ['Ana Lima', 'AL'],
  ['ana.bsky.social', 'AS'],
  ['🇧🇷 Brasil', '🇧🇷B'],
  ['Nils A\u030ake', 'N\u00c5'],
  ['\u1edd Ma\u0303n', '\u1edcM'],
  ['\u00dfan \ufb01n', 'SF'],
  ['(Ana) \u201cLima\u201d', 'AL'],
  ['Ana Lima !', 'AL'],
  ['', ''],
])('makes initials from "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');
const blocks = {
  light: /^:root \{(.*?)^\}/msu.exec(css)?.[1] ?? '',
  dark: /^\.dark \{(.*?)^\}/msu.exec(css)?.[1] ?? '',
};
const themed = (colour: string, theme: 'light' | 'dark'): string => {
  const [, name] = /^var\((--[a-z]+)\)$/u.exec(colour) ?? [];
  if (name === undefined) return colour;
  return new RegExp(`${name}: (#[0-9a-f]{6});`, 'u').exec(blocks[theme])?.[1] ?? name;
};

it.each(
  platforms.flatMap((platform) => (['light', 'dark'] as const).map((theme) => [platform, theme] as const)),
)('the disc of %s, and the icon on it, have enough contrast in the %s theme', (platform, theme) => {
  const { disc, on } = PLATFORM_COLOURS[platform];
  for (const background of ['var(--page)', 'var(--surface)', on])
    expect(contrast(themed(disc, theme), themed(background, theme))).toBeGreaterThanOrEqual(3);
});
