import { expect, it } from '@jest/globals';
import { eventually } from '../eventually.ts';
import { Composer, type Upload } from './composer.ts';
import { examine, PHONE } from './examine.ts';
import { Stage } from './stage.ts';
import type { Page } from 'playwright-core';

const stage = Stage.forSpecs();

/** The colour of the video frame in the preview. */
const COLOUR_SHOWN = `(() => {
  const picture = [...document.querySelectorAll('[role=dialog] [role=img] img')].at(-1);
  if (!picture || !picture.complete) return null;
  const brush = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  brush.drawImage(picture, 0, 0, 1, 1);
  const parts = [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3);
  return ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))];
})()`;

it('chooses the cover of a video with the keyboard, shows it in the preview, and publishes it', async () => {
  const ana = await stage.creator();
  await ana.connect('/api/auth/tiktok', 'covers');
  const { page } = await stage.visitOf(ana, PHONE, '/posts');
  const video = await recordVideo(page);
  const composer = await Composer.open(page);
  await composer.write({ content: 'Red, green and blue', accounts: ['TikTok'], files: [video] });
  const slider = composer.dialog.getByRole('slider', { name: /^Cover/u });
  await composer.dialog.getByRole('combobox', { name: 'Who can view this post' }).selectOption('Everyone');
  await slider.focus();
  for (let press = 0; press < 20; press += 1) await slider.press('ArrowRight');
  await eventually(async () => {
    expect(await slider.getAttribute('aria-valuetext')).toBe('2.0 seconds into the video');
  });
  await eventually(async () => {
    expect(await page.evaluate('document.querySelector("[role=dialog] video").currentTime')).toBeCloseTo(2);
  });
  expect(await examine(page, 'compose-cover', { over: true })).toEqual([]);
  await page.setViewportSize(PHONE);
  await composer.openPart('Preview');
  await eventually(async () => {
    expect(await page.evaluate(COLOUR_SHOWN)).toBe('blue');
  });
  expect(await examine(page, 'compose-cover-preview', { over: true })).toEqual([]);
  await page.setViewportSize(PHONE);
  await composer.openPart('Write');
  await composer.dialog.getByRole('button', { name: 'Post now', exact: true }).click();
  await composer.dialog.getByRole('button', { name: 'Schedule Post' }).click();
  await composer.dialog.waitFor({ state: 'detached' });
  await eventually(async () => {
    expect(await stage.sandbox.postsWith('Red, green and blue')).toMatchObject([{ coverAt: 2_000 }]);
  });
});

/**
 * An upright video that the browser can play, because this browser records it: red, green, and blue from 0.6 to 5 seconds. On a busy machine
 * the recorder begins late, so the video is shorter.
 */
async function recordVideo(page: Page, name = 'video.mp4'): Promise<Upload> {
  const base64 = await page.evaluate<string>(RECORDED);
  return { name, mimeType: 'video/mp4', buffer: Buffer.from(base64, 'base64') };
}

/** Runs in the page, so this script can use nothing from this file. */
const RECORDED = `(async () => {
  const begins = { 'rgb(200, 30, 30)': 0, 'rgb(30, 160, 60)': 300, 'rgb(30, 60, 200)': 600 };
  const canvas = Object.assign(document.createElement('canvas'), { width: 360, height: 640 });
  const brush = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/mp4' });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((done) => (recorder.onstop = done));
  const begun = performance.now();
  recorder.start();
  const paint = () => {
    const elapsed = performance.now() - begun;
    if (elapsed > 5000) return recorder.stop();
    brush.fillStyle = Object.keys(begins).findLast((colour) => begins[colour] <= elapsed);
    brush.fillRect(0, 0, canvas.width, canvas.height);
    requestAnimationFrame(paint);
  };
  paint();
  await ended;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
})()`;
