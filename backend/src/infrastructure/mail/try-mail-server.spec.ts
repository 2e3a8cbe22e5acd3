import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from '@jest/globals';
import { tryMailServer } from './try-mail-server.ts';

let server: Server;
afterEach(() => {
  server.close();
});

/** A mail server that greets with `greeting` and responds to AUTH with `signInResponse`. */
async function smtp(signInResponse: string, greeting = '220 test'): Promise<string> {
  server = createServer((socket) => {
    socket.write(`${greeting}\r\n`);
    createInterface(socket).on('line', (line) => {
      const reply = line.startsWith('EHLO')
        ? '250-test\r\n250 AUTH PLAIN'
        : line.startsWith('AUTH')
          ? signInResponse
          : line === 'QUIT'
            ? '221 bye'
            : '250 ok';
      socket.write(`${reply}\r\n`);
    });
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `smtp://canary-user:canary-password@127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

it.each([
  ['235 welcome', 'good', 'the mail server takes mails from here.'],
  ['535 5.7.8 canary-user is not known', 'bad', 'the mail server refuses user name or password (535).'],
  [
    '454 4.7.0 come back later, canary-user',
    'unclear',
    'the mail server takes no mails at the moment (454).',
  ],
])('reports how the mail server responds to a sign-in: %s', async (answer, state, text) => {
  expect(await tryMailServer(await smtp(answer))).toEqual({ state, text });
});

it('reports that no server listens', async () => {
  const url = await smtp('235 welcome');
  server.close();
  expect(await tryMailServer(url)).toEqual({
    state: 'bad',
    text: 'the mail server cannot be reached: nothing listens there.',
  });
});

it('reports a mail server that is closed for maintenance, and a server of another protocol', async () => {
  expect((await tryMailServer(await smtp('', '421 4.3.2 maintenance'))).state).toBe('unclear');
  server.close();
  const text = 'what answers there is no mail server, or it expects smtps://.';
  expect(await tryMailServer(await smtp('', 'HTTP/1.1 400 Bad Request'))).toEqual({
    state: 'bad',
    text: `the mail server cannot be reached: ${text}`,
  });
});
