import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { bodyDeadline } from './body-deadline.ts';

const LIMIT_MS = 50;

const app = express();
app.use(bodyDeadline(LIMIT_MS));
app.use((request, response) => {
  request.resume().once('end', () => response.end('received'));
});
const server = app.listen(0, '127.0.0.1');
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends the first half of a body. */
function half(contentType: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.setEncoding('utf8');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${contentType}\r\nContent-Length: 2\r\n\r\n{`);
  return socket;
}

it('closes the connection of a body that does not arrive in time', async () => {
  const socket = half('application/json');
  await once(socket, 'close');
  expect(socket.bytesRead).toBe(0);
});

it('waits longer for an upload', async () => {
  const socket = half('multipart/form-data; boundary=a');
  await pause(4 * LIMIT_MS);
  socket.write('}');
  const [reply] = (await once(socket, 'data')) as [string];
  expect(reply).toContain('200 OK');
  socket.destroy();
});

it('does not limit the answer to a body that arrived in time', async () => {
  const socket = half('application/json');
  socket.write('}');
  const [reply] = (await once(socket, 'data')) as [string];
  await pause(4 * LIMIT_MS);
  expect([reply, socket.closed]).toEqual([expect.stringContaining('200 OK'), false]);
  socket.destroy();
});
