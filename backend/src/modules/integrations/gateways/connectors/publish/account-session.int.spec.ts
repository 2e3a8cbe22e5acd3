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
const video: MediaItem = {
  mediaUrl: '/media/video.mp4',
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
const prepare = (outgoing = publication(), refs: PublishRefs | null = null) =>
  accounts.caused(() => publishing().prepare(outgoing, refs, keep, signal));
const call = (outgoing = publication(), refs: PublishRefs = {}) =>
  accounts.caused(() => publishing().call(outgoing, refs, signal));
const lookUp = (outgoing = publication(), refs: PublishRefs = {}) =>
  publishing().lookUp(outgoing, refs, NOW.toISOString());

it('passes a connector only values of fields that apply to the files of the post', async () => {
  const field = { kind: 'flag', label: 'Label', required: true, initial: null } as const;
  const fields = [
    { ...field, name: 'video', forMedia: 'video' },
    { ...field, name: 'link', forMedia: 'none' },
  ] as const;
  accounts.script.descriptor = { ...PINTEREST, options: fields };
  const options = { video: true, link: true };
  const seenOptions: PublishOptions[] = [];
  const noteOptions = (outgoing: OutgoingPublication) => seenOptions.push(outgoing.options);
  accounts.script.prepare = (_, outgoing) =>
    Promise.resolve({ kind: 'prepared', refs: { seenOptions: noteOptions(outgoing) } });
  accounts.script.call = (_, outgoing) =>
    Promise.resolve({ kind: 'published', remoteId: String(noteOptions(outgoing)), permalink: null });
  accounts.script.lookUp = (_, outgoing) =>
    Promise.resolve({ kind: noteOptions(outgoing) > 0 ? 'absent' : 'pending' });
  for (const media of [[video], []]) {
    const outgoing = { ...publication(), options, media };
    await prepare(outgoing);
    await call(outgoing);
    await lookUp(outgoing);
  }
  accounts.script.descriptor = PINTEREST;
  const [withVideo, withoutFiles] = [{ video: true }, { link: true }];
  expect(seenOptions).toEqual([withVideo, withVideo, withVideo, withoutFiles, withoutFiles, withoutFiles]);
});

describe('a check repeated within a second', () => {
  const runChecks = async () => {
    await accounts.booted.app.get(PublishRules).precheck(publication());
    await accounts.booted.app.get(ServerCooldowns).remainingCooldown(publication());
  };

  it('does not load the account again; only a call does', async () => {
    await prepare();
    const reads = jest.spyOn(accounts.booted.app.get(EventReader), 'load');
    await runChecks();
    // Another repeatable step uses the same cached state.
    await prepare();
    expect(reads).not.toHaveBeenCalled();
    await call();
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  it('does not read the credentials again; only a call does', async () => {
    await prepare();
    const reads = jest.spyOn(accounts.booted.app.get(Credentials), 'read');
    await prepare();
    await prepare();
    expect(reads).not.toHaveBeenCalled();
    await call();
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  it('uses renewed credentials', async () => {
    accounts.script.prepare = async (access) => {
      const stale = await access.credentials();
      await access.renew(stale, () => Promise.resolve({ accessToken: 'renewed' }));
      return { kind: 'prepared', refs: await access.credentials() };
    };
    expect(await prepare()).toEqual({ kind: 'prepared', refs: { accessToken: 'renewed' } });
  });

  it('still lets a call find out that the account was disconnected', async () => {
    await runChecks();
    await accounts.execute(new DisconnectAccount('patron', accountId));
    await runChecks();
    expect(await call()).toMatchObject({ kind: 'refused', reason: 'account-missing' });
  });

  it('finds an account that was reconnected in the meantime', async () => {
    await accounts.execute(new DisconnectAccount('patron', accountId));
    expect(await prepare()).toMatchObject({ reason: 'account-missing' });
    await accounts.connected('patron', `pin-${String(count)}`, { accessToken: 'b' });
    expect(await prepare()).toEqual({ kind: 'prepared', refs: { accessToken: 'b' } });
  });

  it('finds an account that was connected again after the platform had refused it', async () => {
    const { prepare: works } = accounts.script;
    accounts.script.prepare = () => Promise.reject(new ReconnectNeeded('No.'));
    expect(await prepare()).toMatchObject({ reason: 'reconnect', words: 'No.' });
    // The next caller gets the text that the platform sent to the first caller.
    expect(await prepare()).toMatchObject({ reason: 'reconnect', words: 'No.' });
    await accounts.connected('patron', `pin-${String(count)}`, { accessToken: 'b' });
    accounts.script.prepare = works;
    expect(await prepare()).toEqual({ kind: 'prepared', refs: { accessToken: 'b' } });
  });

  it('finds that the account was disconnected', async () => {
    await runChecks();
    await accounts.execute(new DisconnectAccount('patron', accountId));
    expect(await prepare()).toMatchObject({ kind: 'refused', reason: 'account-missing' });
  });

  it('marks a reconnected account when the platform refuses its new token', async () => {
    await runChecks();
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
  it('reports that nothing was sent when the account is disconnected', async () => {
    await accounts.execute(new DisconnectAccount('patron', accountId));
    expect(await call()).toMatchObject({ reason: 'account-missing', unsent: true });
  });
  it('reports that nothing was sent when the connector made no request', async () => {
    accounts.script.call = () =>
      Promise.resolve({ kind: 'refused', reason: 'not-prepared', words: null, retryable: true });
    expect(await call()).toMatchObject({ reason: 'not-prepared', unsent: true });
  });
  it('does not report that nothing was sent when the platform received the request and refused', async () => {
    const server = createServer((_request, response) => response.end('No.'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const http = new SafeHttp({ privateHosts: [{ host: '127.0.0.1', port }] });
    accounts.script.call = async () => {
      const response = await http.send({ method: 'POST', url: `http://127.0.0.1:${String(port)}/` });
      return { kind: 'refused', reason: 'rejected', words: response.text(), retryable: false };
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

describe('texts of an erased user', () => {
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
    const unexpectedCall = () => Promise.reject(new Error('The platform was asked.'));
    Object.assign(accounts.script, {
      prepare: unexpectedCall,
      call: unexpectedCall,
      lookUp: unexpectedCall,
      deletePost: unexpectedCall,
    });
  });

  it.each([text, { title: ERASED }, { options: { board: ERASED } }, { media: [media] }])(
    'are not sent to a platform: %j',
    async (words) => {
      const erased = { ...publication(), ...words };
      expect(await prepare(erased)).toEqual(refused);
      expect(await call(erased)).toEqual({ ...refused, unsent: true });
      expect(await lookUp(erased)).toEqual({ kind: 'cannot-tell' });
    },
  );
  it('are not sent when the references of an earlier step contain them', async () => {
    const refs = { handle: ERASED };
    const outgoing = publication();
    expect(await prepare(outgoing, refs)).toEqual(refused);
    expect(await call(outgoing, refs)).toEqual({ ...refused, unsent: true });
    expect(await lookUp(outgoing, refs)).toEqual({ kind: 'cannot-tell' });
  });
  it('are not used to delete a post', async () => {
    const post = { remoteId: ERASED, permalink: ERASED, publishRefs: {} };
    const deleting = () => accounts.booted.app.get(RemotePosts).delete(publication(), post, signal);
    expect(await accounts.caused(deleting)).toEqual(refused);
  });
  it('are reported by the precheck', async () => {
    const problems = await accounts.booted.app.get(PublishRules).precheck({ ...publication(), ...text });
    expect(problems.map(({ code }) => code)).toEqual(['erased']);
  });
  it('change nothing about the account', async () => {
    await prepare({ ...publication(), ...text });
    expect(accounts.eventTypesOf(accountId)).toEqual(['AccountConnected']);
  });
});

describe('credentials that were swapped with those of another account', () => {
  beforeEach(async () => {
    const other = await accounts.connected('bo', `pin-of-bo-${String(count)}`, { accessToken: 'b' });
    await accounts.pool.query(
      `update integrations.credential c set kid = o.kid, wrapped = o.wrapped, box = o.box
       from integrations.credential o where c.account_id = $1 and o.account_id = $2`,
      [accountId, other],
    );
  });
  const refused = { kind: 'refused', reason: 'reconnect', words: null, retryable: false };

  it('send nothing, and mark that the account must be connected again', async () => {
    expect(await prepare()).toEqual(refused);
    const conditions = accounts.booted.app.get(AccountConnections);
    expect(await conditions.connectionOf(accountId, 'patron')).toBe('needs-reconnect');
    expect(accounts.eventTypesOf(accountId)).toEqual(['AccountConnected', 'AccountNeedsReconnect']);
  });
  it('are also detected before a call, which then sends nothing', async () => {
    expect(await call()).toEqual({ ...refused, unsent: true });
  });
  it('leave the outcome of a look-up unknown', async () => {
    expect(await lookUp()).toEqual({ kind: 'cannot-tell' });
  });
  it('are replaced when the account is connected again', async () => {
    await prepare();
    await accounts.connected('patron', `pin-${String(count)}`, { accessToken: 'c' });
    expect(await prepare()).toEqual({ kind: 'prepared', refs: { accessToken: 'c' } });
  });
});
