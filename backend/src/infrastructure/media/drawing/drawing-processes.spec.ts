import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import {
  DrawingProcesses,
  PictureUnreadable,
  PROCESS_ENDED,
  type ProcessLimits,
} from './drawing-processes.ts';
import { PictureTooComplex } from './picture-walk.ts';

const LIMITS: ProcessLimits = { deadline: 60_000, memory: 2 ** 30, niceness: 0, idle: 1_000 };
const processes = (limits: Partial<ProcessLimits> = {}) => new DrawingProcesses({ ...LIMITS, ...limits });
let folder: string;
let source: Buffer;
/** A picture whose drawing takes seconds. */
let slow: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-drawing-'));
  source = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c05' } })
    .png()
    .toBuffer();
  slow = join(folder, 'slow.png');
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#c05', noise } })
    .png({ compressionLevel: 1 })
    .toFile(slow);
});
afterAll(() => rm(folder, { recursive: true }));

const redrawJob = (path: string) =>
  ({ path, format: 'png', animated: false, pixelsMax: 40_000_000, thumbnail: 480 }) as const;

it('reads the head of a picture, from bytes and from a file', async () => {
  const head = { width: 64, height: 48, format: 'png', frames: 1, durationSeconds: 0 };
  const drawing = processes();
  expect(await drawing.run('head', { source })).toEqual({ ...head, upright: { width: 64, height: 48 } });
  const path = join(folder, 'plain.png');
  await writeFile(path, source);
  expect(await drawing.run('head', { source: path })).toMatchObject(head);
});

it('passes on errors of the decoder and the disk', async () => {
  const drawing = processes();
  await expect(drawing.run('head', { source: source.subarray(0, 20) })).rejects.toThrow(PictureUnreadable);
  await expect(drawing.run('head', { source: join(folder, 'missing') })).rejects.toMatchObject({
    code: 'ENOENT',
  });
  expect(await drawing.run('head', { source })).toMatchObject({ format: 'png' });
});

it('ends a process whose job takes too long, and continues with another one', async () => {
  const drawing = processes({ deadline: 300 });
  await expect(drawing.run('redraw', redrawJob(slow))).rejects.toThrow(PictureTooComplex);
  expect(await processes().run('head', { source })).toMatchObject({ format: 'png' });
});

it('ends a process that takes too much memory', async () => {
  await expect(processes({ memory: 1 }).run('redraw', redrawJob(slow))).rejects.toThrow('too much memory');
});

/** Ends the processes of this worker, as a kernel without memory does. */
function endFromOutside(): void {
  const all = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  for (const [, pid, parent, args] of all.matchAll(/^ *(\d+) +(\d+) (.*)$/gmu))
    if (Number(parent) === process.pid && args?.includes('drawing-process'))
      process.kill(Number(pid), 'SIGKILL');
}

it('reads a picture a second time when its process is killed from outside', async () => {
  const drawing = processes();
  await drawing.run('head', { source });
  const drawn = drawing.run('redraw', redrawJob(slow));
  endFromOutside();
  expect(await drawn).toMatchObject({ width: 3000, height: 3000 });
});

it('reports a picture as unreadable when two processes end on it', async () => {
  const drawn = processes().run('redraw', redrawJob(slow));
  const ending = setInterval(endFromOutside, 50);
  const error = await drawn
    .catch((reason: unknown) => reason)
    .finally(() => {
      clearInterval(ending);
    });
  expect(error).toBeInstanceOf(PictureUnreadable);
  expect(error).toMatchObject({ code: PROCESS_ENDED });
});

it('ends a process whose picture is no longer needed', async () => {
  const disconnect = new AbortController();
  const drawing = processes();
  const drawn = drawing.run('redraw', redrawJob(slow), disconnect.signal);
  disconnect.abort(new Error('disconnect'));
  await expect(drawn).rejects.toThrow('disconnect');
  await expect(drawing.run('head', { source }, disconnect.signal)).rejects.toThrow('disconnect');
  expect(await drawing.run('head', { source })).toMatchObject({ format: 'png' });
});
