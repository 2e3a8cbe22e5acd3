import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import sharp from 'sharp';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { MediaFolders } from '#infrastructure/media/store/media-folders.ts';
import { startSandbox, type Sandbox } from '../../../../../sandbox/sandbox-server.ts';
import { DisconnectAccount } from '../../features/disconnect-account/disconnect-account.command.ts';
import { ConnectedAccounts } from '../../ports/connected-accounts.ts';
import { PictureFiles } from '../../stores/account-pictures/picture-files.ts';
import { remoteAccount, ScriptedAccounts } from '../../testing/scripted-account.ts';
import { AccountPictureLoop } from './picture-loop.ts';

const NOON = new Date('2030-01-01T12:00:00Z');
const WEB = 'https://pages.sandbox.test';
const PORTRAIT = `${WEB}/portraits/ana.png`;
const OTHER = `${WEB}/portraits/ben.png`;

let dataDir: string;
let sandbox: Sandbox;
let product: ScriptedAccounts;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-pictures-'));
  sandbox = await startSandbox({ port: 0, dataDir, publicUrl: '' });
  product = await ScriptedAccounts.start(NOON, { SANDBOX_PORT: String(sandbox.port) });
}, 60_000);
afterAll(async () => {
  await product.close();
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
});

let user: string;
let count = 0;
beforeEach(async () => {
  jest.restoreAllMocks();
  await product.pool.query('delete from integrations.picture_fetch');
  user = `user${String(++count)}`;
});

/** Connects the account, or logs in to it again. */
const connectAccount = async (picture: string): Promise<number> => {
  const remote = { ...remoteAccount(`page-of-${user}`, { accessToken: 'a' }), picture };
  return (await product.caused(() => product.intake.takeOrRenew(user, remote))).account.id;
};
const disconnect = (id: number) => product.execute(new DisconnectAccount(user, id));
/** Makes the waiting fetch due, even if a worker has its lease, and runs it. */
const fetchAgain = async () => {
  await product.pool.query(
    'update integrations.picture_fetch set due_at = now(), lease_owner = null, lease_until = null',
  );
  await fetchDue();
};
const fetchDue = () => product.booted.app.get(AccountPictureLoop).round();
const waitingFetches = async () =>
  (await product.pool.query<{ tries: number }>('select tries from integrations.picture_fetch')).rows;
const shownPictures = async (owner = user) =>
  (await product.booted.app.get(ConnectedAccounts).accountsOf(owner)).map(({ pictureUrl }) => pictureUrl);
const storedCount = (id: number) =>
  product.eventTypesOf(id).filter((type) => type === 'AccountPictureStored').length;
/**
 * The user's stored files, with `used`: whether the file is in use. Also checks that no partial download is
 * left.
 */
const files = async () => {
  expect(await readdir(product.booted.app.get(MediaFolders).incoming)).toEqual([]);
  const { rows } = await product.pool.query<{ used: boolean; name: string }>(
    'select idle_since is null as used, name from media.file where owner_id = $1 order by created_at',
    [user],
  );
  return rows;
};

it('connects an account without its picture, then stores and serves the picture as a small square', async () => {
  const id = await connectAccount(PORTRAIT);
  expect(await shownPictures()).toEqual([undefined]);
  await fetchDue();
  await product.booted.catchUp();
  const [picture] = await shownPictures();
  expect(picture).toMatch(/^\/media\/[\w-]{22}\.webp$/u);
  const reply = await request(product.booted.url)
    .get(picture ?? '')
    .expect(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await sharp(reply.body as Buffer).metadata()).toMatchObject({ width: 128, height: 128 });
  expect(await files()).toMatchObject([{ used: true }]);
  expect(await waitingFetches()).toEqual([]);
  expect(await shownPictures('stranger')).toEqual([]);
  expect(
    JSON.stringify(product.store.historyOf(`account-${String(id)}`).map(({ data }) => data)),
  ).not.toContain('portraits');
});
it.each([
  ['leads to this machine', `${WEB}/inside`],
  ['is on this machine', 'https://127.0.0.1/a.png'],
  ['is a page', `${WEB}/bakery`],
  ['sends 80 MB', `${WEB}/endless`],
])('does not try again when the URL %s', async (_what, url) => {
  const id = await connectAccount(url);
  await fetchDue();
  expect([storedCount(id), await waitingFetches(), await files()]).toEqual([0, [], []]);
  expect(await shownPictures()).toEqual([undefined]);
});
it('sends four requests to a silent server, and then no more', async () => {
  const id = await connectAccount(`${WEB}/silent`);
  await fetchDue();
  for (let tries = 1; tries <= 3; tries++) {
    expect(await waitingFetches()).toEqual([{ tries }]);
    await fetchDue();
    expect(await waitingFetches()).toEqual([{ tries }]);
    await fetchAgain();
  }
  expect([storedCount(id), await waitingFetches()]).toEqual([0, []]);
});
it('stores the picture once when the process ends between the download and the event', async () => {
  const id = await connectAccount(PORTRAIT);
  const decide = jest.spyOn(StreamWriter.prototype, 'decide').mockRejectedValueOnce(new Error('killed'));
  await fetchDue();
  expect([decide.mock.calls.length, storedCount(id), await waitingFetches()]).toEqual([1, 0, [{ tries: 1 }]]);
  expect(await files()).toMatchObject([{ used: true }]);
  await fetchAgain();
  await product.booted.catchUp();
  expect([storedCount(id), await waitingFetches()]).toEqual([1, []]);
  const [lost, kept] = await files();
  expect([lost?.used, kept?.used]).toEqual([false, true]);
  expect(await shownPictures()).toEqual([`/media/${kept?.name ?? ''}`]);
});
it('stops after the fourth interrupted try', async () => {
  const id = await connectAccount(PORTRAIT);
  await product.pool.query('update integrations.picture_fetch set tries = 4');
  await fetchDue();
  expect([storedCount(id), await waitingFetches(), await files()]).toEqual([0, [], []]);
});
it('does not keep a picture of an account that is disconnected during the fetch', async () => {
  const id = await connectAccount(PORTRAIT);
  const pictureFiles = product.booted.app.get(PictureFiles);
  const attach = pictureFiles.attach.bind(pictureFiles);
  jest.spyOn(pictureFiles, 'attach').mockImplementationOnce(async (...args) => {
    await disconnect(id);
    await attach(...args);
  });
  await fetchDue();
  expect([storedCount(id), await waitingFetches(), await files()]).toEqual([0, [], []]);
});
it('does not fetch a picture for an account that is already disconnected, and deletes the URL', async () => {
  const id = await connectAccount(PORTRAIT);
  await disconnect(id);
  await fetchDue();
  for (let tries = 1; tries <= 3; tries++) await fetchAgain();
  expect([storedCount(id), await waitingFetches(), await files()]).toEqual([0, [], []]);
});
it('deletes the picture when the account is disconnected', async () => {
  const id = await connectAccount(PORTRAIT);
  await fetchDue();
  await product.booted.catchUp();
  const [picture] = await shownPictures();
  await disconnect(id);
  await product.booted.catchUp();
  expect([await shownPictures(), await files()]).toEqual([[], []]);
  await request(product.booted.url)
    .get(picture ?? '')
    .expect(404);
});
it('replaces the picture at the next login, and prefers the newest URL', async () => {
  const id = await connectAccount(PORTRAIT);
  await fetchDue();
  const [first] = await shownPictures();
  await connectAccount(OTHER);
  await fetchDue();
  await product.booted.catchUp();
  const [second] = await shownPictures();
  expect([storedCount(id), first === second]).toEqual([2, false]);
  expect((await files()).map(({ used }) => used)).toEqual([false, true]);
  await connectAccount(PORTRAIT);
  const pictureFiles = product.booted.app.get(PictureFiles);
  const attach = pictureFiles.attach.bind(pictureFiles);
  jest.spyOn(pictureFiles, 'attach').mockImplementationOnce(async (...args) => {
    await connectAccount(OTHER);
    await attach(...args);
  });
  await fetchDue();
  expect([storedCount(id), await waitingFetches()]).toEqual([4, []]);
});
it('does not fetch a picture after a login that returned none', async () => {
  const { account } = await product.caused(() =>
    product.intake.takeOrRenew(user, remoteAccount(`page-of-${user}`, { accessToken: 'a' })),
  );
  expect(await waitingFetches()).toEqual([]);
  expect(account).not.toHaveProperty('pictureUrl');
});
