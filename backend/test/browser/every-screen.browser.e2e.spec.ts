import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeFaults, changeTheme, thumbFaults } from './accessibility.ts';
import { inviteCast, type Cast } from './cast.ts';
import { SCREENS, type Screen } from './screens.ts';
import { Stage } from './stage.ts';
import type { Visitor } from './visitor.ts';

/** Set to a folder, every screen is also kept there as a picture. */
const PICTURES = process.env['SCREENS_DIR'];
const WIDTHS = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 900 } } as const;

const times = { tick: 100, tries: 1, callWithin: 1_500, firstLookUp: 3_600_000, longestLookUp: 3_600_000 };
const stage = Stage.forSpecs({ env: { POSTHORN_PUBLISHING_TIMES: JSON.stringify(times) } });

let cast: Cast;
beforeAll(async () => {
  cast = await inviteCast(stage);
}, 120_000);

it.each(SCREENS)(
  '$name: axe finds nothing in either theme, and a thumb misses nothing on a phone',
  async (screen) => {
    const faults: string[] = [];
    const visitor = await arrive(screen);
    const { page } = visitor;
    await screen.then?.(page, visitor);
    faults.push(...(await thumbFaults(page)));
    for (const device of ['phone', 'desk'] as const) {
      await page.setViewportSize(WIDTHS[device]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await changeTheme(page, colorScheme);
        const found = await axeFaults(page);
        faults.push(...found.map((fault) => `${device}, ${colorScheme}: ${fault}`));
        if (PICTURES !== undefined)
          await keepPicture(page, `${screen.name}-${device}-${colorScheme}`, screen.over);
      }
    }
    await screen.last?.(page);
    expect(faults).toEqual([]);
  },
);

async function arrive({ who, path }: Screen): Promise<Visitor> {
  const address = typeof path === 'string' ? path : path(cast);
  if (who !== 'nobody') return stage.visitOf(cast[who ?? 'ana'], WIDTHS.phone, address);
  const visitor = await stage.visit(WIDTHS.phone);
  await visitor.open(address);
  return visitor;
}

async function keepPicture(page: Page, name: string, windowOnly = false): Promise<void> {
  const size = page.viewportSize();
  // A window as high as the page: what is fixed stays at its edge.
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  if (size && !windowOnly)
    await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) });
  // The pages without script allow no style but their own, also not one that hides the caret.
  await page.screenshot({ path: join(PICTURES ?? '', `${name}.png`), caret: 'initial' });
  if (size) await page.setViewportSize(size);
}
