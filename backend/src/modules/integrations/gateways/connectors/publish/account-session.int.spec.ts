import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallNotMade } from '#infrastructure/effects/call-not-made.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RetryableError } from '@posthorn/event-sourcing/event-store';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import { AccountConnections } from '../../../ports/account-connections.ts';
import { ServerCooldowns } from '../../../ports/server-cooldowns.ts';
import { PublishRules } from '../../../ports/publish-rules.ts';
import {
  Publishing,
  type MediaItem,
  type OutgoingPublication,
  type PublishRefs,
} from '../../../ports/publishing.ts';
import { RemotePosts } from '../../../ports/remote-posts.ts';
import { ReconnectNeeded } from '#connectors/kit/outcomes.ts';
import { Credentials } from '../../../stores/credentials/credentials.ts';
import { DisconnectAccount } from '../../../features/disconnect-account/disconnect-account.command.ts';
import { PINTEREST } from '#connectors/pinterest/limits.ts';
import { ScriptedAccounts } from '../../../testing/scripted-account.ts';

const NOW = new Date('2030-01-01T12:00:00Z');
const signal = new AbortController().signal;
const keep = () => Promise.resolve();
let accounts: ScriptedAccounts;
let accountId: number;
let count = 0;

beforeAll(async () => {
  accounts = await ScriptedAccounts.start(NOW);
});
afterAll(() => accounts.close());
beforeEach(async () => {
  count += 1;
  accountId = await accounts.connected('patron', `pin-${String(count)}`, { accessToken: 'a' });
  accounts.script.prepare = async (access) => ({ kind: 'prepared', refs: await access.credentials() });
  accounts.script.call = async (access) => {
    await access.credentials();
    return { kind: 'published', remoteId: '1', permalink: null };
  };
  accounts.script.lookUp = async (access) => {
    await access.credentials();
    return { kind: 'absent' };
  };
});

const publication = (): OutgoingPublication => ({
  postId: 1,
  accountId,
  ownerId: 'patron',
  platform: 'pinterest',
  title: null,
  text: 'Hello',
  options: {},
  media: [],
  contentHash: 'hash',
});
const film: MediaItem = {
  mediaUrl: '/media/film.mp4',
  ownerId: 'patron',
  kind: 'video',
  mimeType: 'video/mp4',
  bytes: 1,
  width: null,
  height: null,
  durationSeconds: null,
  altText: '',
  path: '/nowhere',
};
const publishing = () => accounts.booted.app.get(Publishing);
const prepare = (of = publication(), refs: PublishRefs | null = null) =>
  accounts.caused(() => publishing().prepare(of, refs, keep, signal));
const call = (of = publication(), refs: PublishRefs = {}) =>
  accounts.caused(() => publishing().call(of, refs, signal));
const lookUp = (of = publication(), refs: PublishRefs = {}) =>
  publishing().lookUp(of, refs, NOW.toISOString());

it('passes a connector only values of fields that apply to the files of the post', async () => {
  const field = { kind: 'flag', label: 'Label', required: true, initial: null } as const;
  const fields = [
    { ...field, name: 'film', forMedia: 'video' },
    { ...field, name: 'link', forMedia: 'none' },
  ] as const;
  accounts.script.descriptor = { ...PINTEREST, options: fields };
  const options = { film: true, link: true };
  const seenOptions: PublishOptions[] = [];
  const tell = (of: OutgoingPublication) => seenOptions.push(of.options);
  accounts.script.prepare = (_, of) => Promise.resolve({ kind: 'prepared', refs: { seenOptions: tell(of) } });
  accounts.script.call = (_, of) =>
    Promise.resolve({ kind: 'published', remoteId: String(tell(of)), permalink: null });
  accounts.script.lookUp = (_, of) => Promise.resolve({ kind: tell(of) > 0 ? 'absent' : 'pending' });
  for (const media of [[film], []]) {
    const of = { ...publication(), options, media };
    await prepare(of);
    await call(of);
    await lookUp(of);
  }
  accounts.script.descriptor = PINTEREST;
  const [withFilm, withoutFiles] = [{ film: true }, { link: true }];
  expect(seenOptions).toEqual([withFilm, withFilm, withFilm, withoutFiles, withoutFiles, withoutFiles]);
});

describe('a check that is repeated within a second', () => {
  const questions = async () => {
    await accounts.booted.app.get(PublishRules).precheck(publication());
    await accounts.booted.app.get(ServerCooldowns).remainingCooldown(publication());
  };

  it('does not read the account again, and a call does', async () => {
    await prepare();
    const reads = jest.spyOn(accounts.booted.app.get(EventReader), 'load');
    await questions();
    // Repeatable steps use the same state.
    await prepare();
    expect(reads).not.toHaveBeenCalled();
    await call();
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  it('does not read the credentials again, and a call does', async () => {
    await prepare();
    const reads = jest.spyOn(accounts.booted.app.get(Credentials), 'read');
    await prepare();
    await prepare();
    expect(reads).not.toHaveBeenCalled();
    await call();
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  it('uses the new credentials after they were renewed', async () => {
    accounts.script.prepare = async (access) => {
      const stale = await access.credentials();
      await access.renew(stale, () => Promise.resolve({ accessToken: 'renewed' }));
      return { kind: 'prepared', refs: await access.credentials() };
    };
    expect(await prepare()).toEqual({ kind: 'prepared', refs: { accessToken: 'renewed' } });
  });

  it('never hides from a call that the account was disconnected', async () => {
    await questions();
    await accounts.execute(new DisconnectAccount('patron', accountId));
    await questions();
    expect(await call()).toMatchObject({ kind: 'refused', reason: 'account-missing' });
  });

  it('finds an account that was connected again meanwhile', async () => {
    await accounts.execute(new DisconnectAccount('patron', accountId));
    expect(await prepare()).toMatchObject({ reason: 'account-missing' });
    await accounts.connected('patron', `pin-${String(count)}`, { accessToken: 'b' });
    expect(await prepare()).toEqual({ kind: 'prepared', refs: { accessToken: 'b' } });
  });

  it('finds an account that was refused and then connected again', async () => {
    const { prepare: works } = accounts.script;
    accounts.script.prepare = () => Promise.reject(new ReconnectNeeded('No.'));
    expect(await prepare()).toMatchObject({ reason: 'reconnect', words: 'No.' });
    // The next caller gets the words that the platform sent to the first one.
    expect(await prepare()).toMatchObject({ reason: 'reconnect', words: 'No.' });
    await accounts.connected('patron', `pin-${String(count)}`, { accessToken: 'b' });
    accounts.script.prepare = works;
    expect(await prepare()).toEqual({ kind: 'prepared', refs: { accessToken: 'b' } });
  });

  it('distinguishes a disconnected account from one that must be connected again', async () => {
    await questions();
    await accounts.execute(new DisconnectAccount('patron', accountId));
    expect(await prepare()).toMatchObject({ kind: 'refused', reason: 'account-missing' });
  });

  it('marks the new permission when that is what was refused', async () => {
    await questions();
    await accounts.execute(new DisconnectAccount('patron', accountId));
    await accounts.connected('patron', `pin-${String(count)}`, { accessToken: 'b' });
    let steps = 0;
    accounts.script.prepare = () => {
      steps += 1;
      return Promise.reject(new ReconnectNeeded('No.'));
    };
    expect(await prepare()).toMatchObject({ reason: 'reconnect' });
    expect(steps).toBeLessThanOrEqual(2);
    expect(accounts.eventTypesOf(accountId).at(-1)).toBe('AccountNeedsReconnect');
  });
});

describe('a call', () => {
  const unreachable = new RetryableError('The event store does not answer');

  it('counts as not made when the account cannot be read', async () => {
    const reads = jest.spyOn(accounts.booted.app.get(EventReader), 'load').mockRejectedValueOnce(unreachable);
    await expect(call()).rejects.toThrow(CallNotMade);
    reads.mockRestore();
    await expect(call()).resolves.toMatchObject({ kind: 'published' });
  });
  it('reports that nothing was sent where the account is disconnected', async () => {
    await accounts.execute(new DisconnectAccount('patron', accountId));
    expect(await call()).toMatchObject({ reason: 'account-missing', unsent: true });
  });
  it('reports that nothing was sent where the connector made no request', async () => {
    accounts.script.call = () =>
      Promise.resolve({ kind: 'refused', reason: 'not-prepared', words: null, retryable: true });
    expect(await call()).toMatchObject({ reason: 'not-prepared', unsent: true });
  });
  it('does not report this when a platform refused it', async () => {
    const server = createServer((_request, response) => response.end('No.'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const http = new SafeHttp({ privateHosts: [{ host: '127.0.0.1', port }] });
    accounts.script.call = async () => {
      const reply = await http.send({ method: 'POST', url: `http://127.0.0.1:${String(port)}/` });
      return { kind: 'refused', reason: 'rejected', words: reply.text(), retryable: false };
    };
    const refused = { kind: 'refused', reason: 'rejected', words: 'No.', retryable: false };
    expect(await call()).toEqual(refused);
    server.close();
    server.closeAllConnections();
    accounts.script.call = async () => {
      const address = `http://127.0.0.1:${String(port)}/`;
      const words = await http.send({ method: 'POST', url: address }).then(
        () => null,
        (error: unknown) => (error as Error).message,
      );
      return { kind: 'refused', reason: 'network', words, retryable: true };
    };
    expect(await call()).toMatchObject({ reason: 'network', unsent: true });
    await http.onApplicationShutdown();
  });
  it('may have been made when its connector failed', async () => {
    accounts.script.call = () => Promise.reject(unreachable);
    await expect(call()).rejects.toBe(unreachable);
  });
});

describe('words of an erased user', () => {
  const refused = { kind: 'refused', reason: 'erased', words: null, retryable: false };
  const text = { text: ERASED };
  const media: MediaItem = {
    mediaUrl: '/media/a.jpg',
    ownerId: 'ana',
    kind: 'image',
    mimeType: 'image/jpeg',
    bytes: 1,
    width: 1,
    height: 1,
    durationSeconds: null,
    altText: ERASED,
    path: '/nowhere',
  };
  beforeEach(() => {
    const asked = () => Promise.reject(new Error('The platform was asked.'));
    Object.assign(accounts.script, { prepare: asked, call: asked, lookUp: asked, deletePost: asked });
  });

  it.each([text, { title: ERASED }, { options: { board: ERASED } }, { media: [media] }])(
    'go to no platform: %j',
    async (words) => {
      const erased = { ...publication(), ...words };
      expect(await prepare(erased)).toEqual(refused);
      expect(await call(erased)).toEqual({ ...refused, unsent: true });
      expect(await lookUp(erased)).toEqual({ kind: 'cannot-tell' });
    },
  );
  it('go to no platform as references of an earlier step', async () => {
    const refs = { handle: ERASED };
    const of = publication();
    expect(await prepare(of, refs)).toEqual(refused);
    expect(await call(of, refs)).toEqual({ ...refused, unsent: true });
    expect(await lookUp(of, refs)).toEqual({ kind: 'cannot-tell' });
  });
  it('name no post that is to be deleted', async () => {
    const post = { remoteId: ERASED, permalink: ERASED, publishRefs: {} };
    const deleting = () => accounts.booted.app.get(RemotePosts).delete(publication(), post, signal);
    expect(await accounts.caused(deleting)).toEqual(refused);
  });
  it('are reported by the precheck', async () => {
    const problems = await accounts.booted.app.get(PublishRules).precheck({ ...publication(), ...text });
    expect(problems.map(({ code }) => code)).toEqual(['erased']);
  });
  it('leave the account as it is', async () => {
    await prepare({ ...publication(), ...text });
    expect(accounts.eventTypesOf(accountId)).toEqual(['AccountConnected']);
  });
});

describe('credentials that were exchanged with those of another account', () => {
  beforeEach(async () => {
    const other = await accounts.connected('bo', `pin-of-bo-${String(count)}`, { accessToken: 'b' });
    await accounts.pool.query(
      `update integrations.credential c set kid = o.kid, wrapped = o.wrapped, box = o.box
       from integrations.credential o where c.account_id = $1 and o.account_id = $2`,
      [accountId, other],
    );
  });
  const refused = { kind: 'refused', reason: 'reconnect', words: null, retryable: false };

  it('send nothing, and mark the account as one that must be connected again', async () => {
    expect(await prepare()).toEqual(refused);
    const conditions = accounts.booted.app.get(AccountConnections);
    expect(await conditions.connectionOf(accountId, 'patron')).toBe('needs-reconnect');
    expect(accounts.eventTypesOf(accountId)).toEqual(['AccountConnected', 'AccountNeedsReconnect']);
  });
  it('are reported before the call as well', async () => {
    expect(await call()).toEqual({ ...refused, unsent: true });
  });
  it('leave a look-up without an answer', async () => {
    expect(await lookUp()).toEqual({ kind: 'cannot-tell' });
  });
  it('are replaced when the account is connected again', async () => {
    await prepare();
    await accounts.connected('patron', `pin-${String(count)}`, { accessToken: 'c' });
    expect(await prepare()).toEqual({ kind: 'prepared', refs: { accessToken: 'c' } });
  });
});
