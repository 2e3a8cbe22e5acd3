import { LINK_PAGE_THEMES, type Palette } from '@posthorn/contracts/link-tree/themes';
import { expect, it } from '@jest/globals';

/** WCAG 2.2, "relative luminance". @param colour as #rrggbb */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const palettes = Object.entries(LINK_PAGE_THEMES).flatMap(([name, theme]): [string, Palette][] => [
  [name, theme.colours],
  ...('dark' in theme ? [[`${name}, dark`, theme.dark] as [string, Palette]] : []),
]);

it('calculates contrast by the formula of WCAG', () => {
  expect([contrast('#000000', '#ffffff'), contrast('#767676', '#ffffff').toFixed(2)]).toEqual([21, '4.54']);
});

it.each(palettes)('has readable contrast: %s', (_, { page, surface, ink, soft, accent, onAccent }) => {
  const pairs = [
    ...[...page, surface].flatMap((ground) => [contrast(ink, ground), contrast(soft, ground)]),
    contrast(onAccent, accent),
  ];
  expect(Math.min(...pairs)).toBeGreaterThanOrEqual(4.5);
});
