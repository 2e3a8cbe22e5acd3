import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platforms } from '@posthorn/contracts/shared/platform';
import { expect, it } from '@jest/globals';
import { contrast } from '#testing/contrast.ts';
import { PLATFORM_COLOURS } from './platform-colours.ts';

const css = readFileSync(join(import.meta.dirname, '../theme.css'), 'utf8');
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
)('the disc of %s stands out in the %s theme, and so do the lines upon it', (platform, theme) => {
  const { disc, on } = PLATFORM_COLOURS[platform];
  for (const ground of ['var(--page)', 'var(--surface)', on])
    expect(contrast(themed(disc, theme), themed(ground, theme))).toBeGreaterThanOrEqual(3);
});
