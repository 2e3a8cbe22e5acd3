import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { webApp } from './web-app.ts';

const theme = 'document.documentElement.dataset.theme = "dark"';
let folder: string;
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    `<script>${theme}</script><script src="/assets/a.js"></script>`,
  );
  await writeFile(join(folder, 'assets', 'a.js'), 'a');
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  const app = express()
    .use(...webApp(folder))
    .use((_request, response) => {
      response.status(404).json({});
    });
  server = app.listen(0, '127.0.0.1');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});
const page = (path: string) => request(server).get(path).set('accept', 'text/html');

it.each(['/', '/settings', '/posts/7/history'])(
  'shows the shell at %s, its one inline script allowed by hash',
  async (path) => {
    const { headers, text } = await page(path).expect(200);
    const hash = createHash('sha256').update(theme).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('<script src="/assets/a.js">');
  },
);
it('lets hashed assets be kept for ever', async () => {
  const { headers } = await request(server).get('/assets/a.js').expect(200);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});
it('serves other files of the app, to be asked for again', async () => {
  const { headers } = await request(server).get('/icon.svg').expect(200);
  expect(headers['cache-control']).toBe('no-cache');
});
it.each(['/assets/gone.js', '/api/nothing', '/media/x', '/health/none', '/../../etc/passwd'])(
  'does not pass the shell off as %s',
  async (path) => {
    await request(server).get(path).set('accept', 'application/json').expect(404);
    if (!path.includes('..')) await page(path).expect(404);
  },
);
it('says so when the app has not been built', async () => {
  const bare = express()
    .use(...webApp(join(folder, 'nowhere')))
    .listen(0, '127.0.0.1');
  await request(bare)
    .get('/')
    .set('accept', 'text/html')
    .expect(503, /npm run build/);
  bare.close();
});
