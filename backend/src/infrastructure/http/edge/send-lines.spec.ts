import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { sendLines } from './send-lines.ts';

async function* lines(count: number) {
  for (let line = 0; line < count; line++) yield await Promise.resolve(`${String(line)}\n`.repeat(1000));
}

/** Sends the lines to a client that handles the response with `client`. @returns `'sent'`, or the error of the sending */
async function sentTo(
  client: (response: IncomingMessage) => unknown,
  source: AsyncIterable<string>,
  method = 'GET',
) {
  const server = createServer();
  const sent = new Promise<unknown>((resolve) => {
    server.on('request', (_, response) => {
      sendLines(source, response).then(() => {
        resolve('sent');
      }, resolve);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  request({ method, port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, client)
    .on('error', () => {})
    .end();
  const outcome = await sent;
  server.close();
  return outcome;
}

it('does not report an error when the client disconnects before the last line, or before the first', async () => {
  expect(await sentTo((response) => response.destroy(), lines(100_000))).toBe('sent');
  const disconnected = new PassThrough();
  disconnected.destroy();
  await sendLines(lines(1), disconnected);
});

it('sends all lines in their order', async () => {
  const read = await new Promise<string>((resolve, reject) => {
    void sentTo((response) => void text(response).then(resolve, reject), lines(3));
  });
  expect(read.replaceAll(/(\d)\n(?=\1)/gu, '')).toBe('0\n1\n2\n');
});

it('passes on an error from the source of the lines', async () => {
  const failure = new Error('The database does not respond.');
  async function* failing() {
    yield await Promise.resolve('one\n');
    throw failure;
  }
  expect(await sentTo((response) => response.on('error', () => {}).resume(), failing())).toBe(failure);
});

it('reads no line for a HEAD request, and ends the response', async () => {
  let read = 0;
  async function* counted() {
    read++;
    yield await Promise.resolve('one\n');
  }
  const ended = new Promise((resolve, reject) => {
    sentTo((response) => response.resume().on('end', resolve), counted(), 'HEAD').catch(reject);
  });
  await ended;
  expect(read).toBe(0);
});
