import type { Browser } from 'playwright-core';
import { onDevice, type Device } from '../phone/device.ts';
import { Hand } from './hand.ts';

const TIMES = 6;
const PAGE = `<!doctype html><meta name="viewport" content="width=device-width">
  <button onclick="this.textContent = Number(this.textContent) + 1">0</button>`;

/** Presses a button some times, on a page with nothing else. Returns the milliseconds of the slowest press: the baseline of the device. */
export function bareButton(browser: Browser, device: Device): Promise<number> {
  return onDevice(browser, device, 'about:blank', [], async (page, devtools) => {
    await page.setContent(PAGE);
    const hand = await Hand.on(page, devtools, device);
    for (let time = 0; time < TIMES; time += 1) await hand.press('press', page.getByRole('button'));
    return hand.times.get('press')?.slowest ?? Number.NaN;
  });
}
