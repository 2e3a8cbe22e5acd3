import type { Page } from 'playwright-core';
import type { Upload } from './composer.ts';

/** An upright film that a browser can play, 1.2 seconds each of red, green and blue: recorded by that very browser. */
export async function recordedFilm(page: Page, name = 'film.mp4'): Promise<Upload> {
  const base64 = await page.evaluate<string>(RECORDED);
  return { name, mimeType: 'video/mp4', buffer: Buffer.from(base64, 'base64') };
}

/** Runs in the page, which knows nothing of this file. */
const RECORDED = `(async () => {
  const colours = ['rgb(200, 30, 30)', 'rgb(30, 160, 60)', 'rgb(30, 60, 200)'];
  const canvas = Object.assign(document.createElement('canvas'), { width: 360, height: 640 });
  const brush = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/mp4' });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((done) => (recorder.onstop = done));
  const begun = performance.now();
  recorder.start();
  const paint = () => {
    const colour = colours[Math.floor((performance.now() - begun) / 1200)];
    if (colour === undefined) return recorder.stop();
    brush.fillStyle = colour;
    brush.fillRect(0, 0, canvas.width, canvas.height);
    requestAnimationFrame(paint);
  };
  paint();
  await ended;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
})()`;
