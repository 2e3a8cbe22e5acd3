import { expect, it } from '@jest/globals';
import { AVATAR_COLOURS, avatarColour, initials } from './avatar-colour.ts';

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

it.each(AVATAR_COLOURS)('%s is readable under white letters', (colour) => {
  expect(1.05 / (luminance(colour) + 0.05)).toBeGreaterThanOrEqual(4.9);
});
it('gives a name the same colour each time', () => {
  expect(avatarColour('Ana')).toBe(avatarColour('Ana'));
});
it.each([
  ['Ana Lima', 'AL'],
  ['ana.bsky.social', 'AS'],
  ['🇧🇷 Brasil', '🇧🇷B'],
  ['', ''],
])('takes initials of "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
