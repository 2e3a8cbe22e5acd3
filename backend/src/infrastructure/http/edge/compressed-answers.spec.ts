import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type Server, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import express from 'express';
import { compressedAnswers } from './compressed-answers.ts';

const script = 'console.log("the same again and again");\n'.repeat(500);
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-compressed-'));
  await writeFile(join(folder, 'a.js'), script);
  await writeFile(join(folder, 'a.mp4'), script);
  const app = express()
    .use(compressedAnswers())
    .get('/list', (_request, response) => {
      response.json(Array.from({ length: 500 }, () => ({ content: 'words' })));
    })
    .get('/short', (_request, response) => {
      response.json({ content: 'words' });
    })
    .get('/live', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.write('data: now\n\n');
    })
    .use(express.static(folder));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const ask = (path: string, headers: Record<string, string>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ host: '127.0.0.1', port, path, headers }, resolve).on('error', reject);
  });
async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
const all = { 'accept-encoding': 'gzip, deflate, br' };

it.each([
  ['/a.js', 'gzip', gunzipSync],
  ['/a.js', 'br', brotliDecompressSync],
  ['/list', 'gzip', gunzipSync],
] as const)('compresses %s with %s to less than a tenth of its size', async (path, encoding, open) => {
  const response = await ask(path, { 'accept-encoding': encoding });
  expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
  const bytes = await bytesOf(response);
  const whole = open(bytes);
  expect(whole).toEqual(await bytesOf(await ask(path, {})));
  expect(bytes.length).toBeLessThan(whole.length / 10);
});
it('does not compress short responses, videos, or responses to clients that do not accept compression', async () => {
  for (const path of ['/short', '/a.mp4']) {
    const response = await ask(path, all);
    expect(response.headers['content-encoding']).toBeUndefined();
    await bytesOf(response);
  }
  expect((await ask('/a.js', { 'accept-encoding': 'identity' })).headers['content-encoding']).toBeUndefined();
});
it('does not compress the response to a range request', async () => {
  const response = await ask('/a.js', { ...all, range: 'bytes=0-2047' });
  expect(response.statusCode).toBe(206);
  expect((await bytesOf(response)).toString()).toBe(script.slice(0, 2048));
});
it('sends live updates immediately, without compression', async () => {
  const response = await ask('/live', all);
  for await (const line of response) {
    expect((line as Buffer).toString()).toBe('data: now\n\n');
    break;
  }
  expect(response.headers['content-encoding']).toBeUndefined();
});
