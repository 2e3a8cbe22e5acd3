import { expect, it } from '@jest/globals';
import { contrast } from '#testing/contrast.ts';
import { AVATAR_COLOURS, avatarColour, initials } from '@posthorn/contracts/shared/avatar-colour';

it.each(AVATAR_COLOURS)('%s is readable under white letters', (colour) => {
  expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.9);
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
