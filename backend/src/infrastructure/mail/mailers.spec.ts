import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from '@jest/globals';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { OutboxMailer } from './outbox-mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';
import { writeMail } from './write-mail.ts';

const FROM = 'Posthorn <no-reply@posthorn.example>';
const link = `http://localhost:30000/api/login/verify?token=${'t'.repeat(27)}`;
const mail = writeMail('ana@example.com', {
  subject: 'Sign in to Posthorn',
  before: ['Open this link:'],
  link: { label: 'Sign in', url: link },
  after: ['It works once.'],
});

it('writes the complete mail to the outbox, with the link on one line', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox');
  await new OutboxMailer(folder, FROM).send(mail);
  const names = await readdir(folder);
  expect(names).toEqual([expect.stringMatching(/^\d{4}-.*\.eml$/)]);
  const file = join(folder, names[0] ?? '');
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^From: Posthorn <no-reply@posthorn\.example>$/m);
  expect(text).toMatch(/^To: ana@example\.com$/m);
  expect(text).toMatch(/^Subject: Sign in to Posthorn$/m);
  expect(text).toMatch(/^Date: .+$/m);
  expect(text.split('\n')).toContain(link);
  expect((await stat(file)).mode & 0o077).toBe(0);
  await rm(folder, { recursive: true });
});

it('writes a text part and an HTML part, and only one file when a mail with the same id is sent again', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox');
  const outbox = new OutboxMailer(folder, FROM);
  for (let times = 0; times < 2; times += 1) await outbox.send({ ...mail, id: 'welcome-7' });
  expect(await readdir(folder)).toEqual(['welcome-7.eml']);
  const text = await readFile(join(folder, 'welcome-7.eml'), 'utf8');
  expect(text).toMatch(/^Message-ID: <welcome-7@posthorn\.example>$/mu);
  expect(text).toMatch(/^Content-Type: multipart\/alternative;/mu);
  expect([...text.matchAll(/^Content-Type: (text\/\w+)/gmu)].map(([, type]) => type)).toEqual([
    ...['text/plain', 'text/html'],
  ]);
  await rm(folder, { recursive: true });
});

it('adds the URL for unsubscribing with one click to mails that have one', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox');
  const outbox = new OutboxMailer(folder, FROM);
  const unsubscribe = `https://posts.example/api/unsubscribe/${'u'.repeat(64)}.${'s'.repeat(43)}`;
  await outbox.send({ ...mail, id: 'with', unsubscribe });
  await outbox.send({ ...mail, id: 'without' });
  const headersOf = async (name: string) =>
    (await readFile(join(folder, name), 'utf8')).split('\n\n', 1)[0]?.replace(/\n\s+/gu, ' ');
  expect(await headersOf('with.eml')).toContain(`List-Unsubscribe: <${unsubscribe}>\n`);
  expect(await headersOf('with.eml')).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\n');
  expect(await headersOf('without.eml')).not.toContain('List-Unsubscribe');
  await rm(folder, { recursive: true });
});

it('sends a mail through the mail server to one recipient', async () => {
  const server = smtpServer();
  const url = await server.listen();
  await new SmtpMailer(url, FROM).send({ ...mail, to: 'ana@example.com' });
  expect(server.receivers).toEqual(['<ana@example.com>']);
  expect(server.lines).toContain(link);
  server.close();
});

it('refuses a mail to an erased address', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox');
  const erased = new OutboxMailer(folder, FROM).send({ ...mail, to: ERASED });
  await expect(erased).rejects.toThrow('has been erased');
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
});

it('sends a mail that quotes “[erased]” from the text of a user', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox');
  const words = { subject: `Token “logs ${ERASED}”`, text: `Your post “${ERASED} is a word”` };
  await new OutboxMailer(folder, FROM).send({ ...mail, ...words });
  expect(await readdir(folder)).toHaveLength(1);
  await rm(folder, { recursive: true });
});

it('reports a mail server that cannot be reached', async () => {
  const server = smtpServer();
  const url = await server.listen();
  server.close();
  await expect(new SmtpMailer(url, FROM).send(mail)).rejects.toThrow();
});

it.each([
  ['550 5.1.1 no such user', { command: 'RCPT TO', permanent: true }],
  ['451 4.7.1 come back later', { command: 'RCPT TO', permanent: false }],
])('passes on the response of a mail server about the recipient: %s', async (reply, reported) => {
  const server = smtpServer(reply);
  const url = await server.listen();
  await expect(new SmtpMailer(url, FROM).send(mail)).rejects.toMatchObject({
    ...reported,
    response: expect.stringContaining(reply),
  });
  server.close();
});

/** Accepts everything, or sends `recipientResponse` for each recipient. Records recipients and lines. */
function smtpServer(recipientResponse = '250 ok') {
  const receivers: string[] = [];
  const lines: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    socket.write('220 test\r\n');
    createInterface(socket).on('line', (line) => {
      if (isData) {
        if (line !== '.') lines.push(line);
        else socket.write('250 taken\r\n');
        isData &&= line !== '.';
        return;
      }
      const [, receiver] = /^RCPT TO:(\S+)/.exec(line) ?? [];
      if (receiver) receivers.push(receiver);
      isData = line === 'DATA';
      const reply = receiver === undefined ? '250 ok' : recipientResponse;
      socket.write(isData ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : `${reply}\r\n`);
    });
  });
  return {
    receivers,
    lines,
    listen: async () => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return `smtp://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    },
    close: () => server.close(),
  };
}
