import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();

type TraceEvent = Readonly<{ name: string; args: Readonly<{ elementCount?: number }> }>;

/** Returns for each style calculation during `work` how many elements got new styles. */
async function restyledDuring(page: Page, work: () => Promise<void>): Promise<readonly number[]> {
  const devtools = await page.context().newCDPSession(page);
  const counts: number[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as readonly TraceEvent[])
      if (name === 'UpdateLayoutTree') counts.push(args.elementCount ?? 0);
  });
  const complete = new Promise((resolve) => {
    devtools.once('Tracing.tracingComplete', resolve);
  });
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  await work();
  await devtools.send('Tracing.end');
  await complete;
  return counts;
}

it('keeps the styles of the page when the dialog of an entry closes, because a full month has thousands of elements', async () => {
  const ana = await stage.creator();
  const bluesky = await ana.connectBluesky();
  await ana.schedule([bluesky], 'In the calendar', { scheduledFor: '2035-03-14T10:00:00.000Z' });
  const { page } = await stage.visitOf(ana, {}, '/calendar?day=2035-03-14');
  const entry = page.locator('[data-entry]');
  await entry.click();
  await page.getByRole('dialog').waitFor();

  const counts = await restyledDuring(page, async () => {
    await page.keyboard.press('Escape');
    await entry.and(page.locator(':focus')).waitFor();
  });

  expect(counts.length).toBeGreaterThan(0);
  const elementCount = await page.locator('body *').count();
  expect(elementCount).toBeGreaterThan(250);
  expect(Math.max(...counts)).toBeLessThan(50);
});
