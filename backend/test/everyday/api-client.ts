import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import type { Creator } from '../creator.ts';
import { product, newUser } from './everyday-product.ts';
import { ProgramClient } from '../program-client.ts';
import { run } from '../program.ts';

// Runs the published example client in a separate process, as its README describes.

const CLIENT = 'docs/examples/api-client';
let ana: Creator;
beforeAll(async () => {
  ana = await newUser();
});

const publish = (token: string, ...args: readonly string[]) =>
  run(`${CLIENT}/main.ts`, { env: { POSTHORN_URL: product.url, POSTHORN_TOKEN: token }, args });

it('makes a dry run, creates a post, repeats the request, and follows the post until it is published', async () => {
  const { accountName } = await ana.connectMastodon();
  const { token } = await ProgramClient.of(ana);
  const { code, said } = await publish(token, 'mastodon', 'Fresh bread from seven.');
  expect([code, said.split('\n')]).toEqual([
    0,
    [
      expect.stringMatching(/^Connected as .+ by the token "My blog"\.$/u),
      'A dry run says how many accounts would take it: 1.',
      expect.stringMatching(/^Created post \d+\.$/u),
      'Repeated: the same post, replayed true.',
      expect.stringMatching(new RegExp(`^${accountName}: publication\\.published https?://`, 'u')),
    ],
  ]);
});

it('prints the code of a refusal', async () => {
  const { token } = await ProgramClient.of(ana, { scopes: ['posts:write'] });
  const { code, said } = await publish(token);
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/external\.scope-missing: This API token .+ \([\w-]+\)$/u),
  ]);
});

let receiver: ChildProcess | undefined;
afterEach(() => {
  receiver?.kill();
});

it('accepts each signed delivery once, and refuses all others', async () => {
  const [port] = await freePorts(1);
  const webhook = new Webhook(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  const env = { WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`, PORT: String(port) };
  const child = spawn(
    process.execPath,
    ['--no-warnings', join(repositoryRoot(), CLIENT, 'receive-webhooks.ts')],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  receiver = child;
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child.stdout, 'data');
  const event = {
    id: 'evt_1',
    type: 'publication.published',
    timestamp: '2026-12-01T07:00:01Z',
    data: { postId: 7 },
  };
  const send = (body: string, at = new Date(), signedBody = body) =>
    fetch(`http://127.0.0.1:${String(port)}`, {
      method: 'POST',
      body,
      headers: {
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': webhook.sign(event.id, at, signedBody),
      },
    });
  const body = JSON.stringify(event);
  const responses = [
    await send(body),
    await send(body),
    await send(body.replace('7', '8'), new Date(), body),
    await send(body, new Date(Date.now() - 3_600_000)),
  ];
  expect(responses.map(({ status }) => status)).toEqual([204, 204, 400, 400]);
  expect(said.trim().split('\n')).toEqual(['Listening.', 'publication.published evt_1']);
});
