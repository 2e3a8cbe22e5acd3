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
  ['Nils A\u030ake', 'N\u00c5'],
  ['\u1edd Ma\u0303n', '\u1edcM'],
  ['\u00dfan \ufb01n', 'SF'],
  ['(Ana) \u201cLima\u201d', 'AL'],
  ['Ana Lima !', 'AL'],
  ['', ''],
])('takes initials of "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
