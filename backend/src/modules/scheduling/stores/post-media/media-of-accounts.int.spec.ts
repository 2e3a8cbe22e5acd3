import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { PostView, PrecheckView } from '@posthorn/contracts/scheduling/posts.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { beforeEach, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { Response } from 'supertest';
import { schedulingForSpec, type SchedulingProduct } from '../../testing/scheduling-product.ts';

const product = schedulingForSpec();
let user: string;
let me: ReturnType<SchedulingProduct['as']>;
let one: string, two: string, three: string;
beforeEach(async () => {
  ({ user } = product);
  me = product.as();
  [one = '', two = '', three = ''] = await uploadPictures(3);
});

/** Uploads this many files and returns their addresses. */
const uploadPictures = async (count: number): Promise<string[]> => {
  let sent = me.upload();
  for (let n = 1; n <= count; n += 1) sent = sent.attach('media', await picture(n), `${String(n)}.png`);
  return ((await sent.expect(201)).body as UploadReply).files.map(({ mediaUrl }) => mediaUrl);
};
const picture = (width: number) =>
  sharp({ create: { width, height: 1, channels: 3, background: '#c05' } })
    .png()
    .toBuffer();
const files = (...urls: readonly string[]) => urls.map((mediaUrl) => ({ mediaUrl }));
const targetWith = (accountId: number, mediaUrls?: unknown) => ({ accountId, mediaUrls });
const postIn = ({ body }: Response) => body as PostView;
const errorIn = ({ body }: Response) => body as ErrorReply;
const chosenIn = ({ targets }: PostView) =>
  Object.fromEntries(targets.map(({ accountId, mediaUrls }) => [accountId, mediaUrls]));
const scheduleWithTargets = (targets: readonly object[]) =>
  me.schedule({ selectedAccountIds: [3, 4, 5], mediaFiles: files(one, two, three), targets });

it('lets each account have a selection in its own order, no file, or all files', async () => {
  const created = postIn(
    await scheduleWithTargets([targetWith(3, [three, one]), targetWith(4, []), targetWith(5, null)]).expect(
      201,
    ),
  );
  const chosen = { 3: [three, one], 4: [], 5: null };
  expect(chosenIn(created)).toEqual(chosen);
  await product.booted.catchUp();
  expect(chosenIn(postIn(await me.show(created.id).expect(200)))).toEqual(chosen);
  expect((await me.list()).map(({ brief }) => brief)).toEqual([true]);
});

it('keeps the selection of an account that an edit does not list, and removes a selection by null', async () => {
  const { id } = postIn(await scheduleWithTargets([targetWith(3, [one]), targetWith(4, [two])]).expect(201));
  const edited = await me.edit(id, { targets: [{ accountId: 3, content: 'Mine' }, targetWith(4, null)] });
  expect(edited.status).toBe(200);
  expect(chosenIn(postIn(edited))).toEqual({ 3: [one], 4: null, 5: null });
  expect(postIn(edited).targets[0]).toMatchObject({ content: 'Mine' });
  expect(chosenIn(postIn(await me.edit(id, { targets: [targetWith(3, [two, three])] }).expect(200)))).toEqual(
    {
      3: [two, three],
      4: null,
      5: null,
    },
  );
});

it('removes a file that leaves the post from the selections that an edit does not list', async () => {
  const { id } = postIn(
    await scheduleWithTargets([targetWith(3, [three, one]), targetWith(4, [two])]).expect(201),
  );
  const edited = postIn(await me.edit(id, { mediaFiles: files(one, three) }).expect(200));
  expect(chosenIn(edited)).toEqual({ 3: [three, one], 4: [], 5: null });
  expect(chosenIn(postIn(await me.edit(id, { mediaFiles: [] }).expect(200)))).toEqual({
    3: [],
    4: [],
    5: null,
  });
});

it('restores a deleted post with its selections', async () => {
  const { id } = postIn(await scheduleWithTargets([targetWith(3, [two])]).expect(201));
  await me.delete(id).expect(200);
  expect(chosenIn(postIn(await me.restore(id).expect(200)))).toEqual({ 3: [two], 4: null, 5: null });
});

it.each([
  [
    'a file that the post does not have',
    'scheduling.target-media-unknown',
    POST_TEXT.targetMediaUnknown,
    [0, 2],
  ],
  ['a file twice', 'scheduling.target-media-twice', POST_TEXT.targetMediaTwice, [0, 0]],
])('refuses %s, and stores nothing', async (_what, code, message, picks) => {
  const all = [one, two, three];
  const targets = [
    targetWith(
      3,
      picks.map((pick) => all[pick]),
    ),
  ];
  const body = { mediaFiles: files(one, two), targets };
  for (const answer of [await me.schedule(body).expect(422), await me.precheck(body).expect(422)])
    expect(errorIn(answer)).toMatchObject({ code, message, fields: { 'selectedAccountIds.3': message } });
  expect(await me.list()).toEqual([]);
  const { id } = postIn(await me.schedule({ mediaFiles: files(one, two) }).expect(201));
  expect(errorIn(await me.edit(id, { targets }).expect(422))).toMatchObject({ code, message });
  expect(errorIn(await me.edit(id, { ...body, content: 'New' }).expect(422))).toMatchObject({ code });
  expect(postIn(await me.show(id))).toMatchObject({ content: 'Hello', targets: [{ mediaUrls: null }] });
});

it.each([
  ['text', 'one'],
  ['an object', {}],
  ['a list with null', [null]],
  ['a list that contains a list', [[]]],
  ['more than a post can have', Array.from({ length: 11 }, (_, n) => `/media/${String(n)}`)],
])('refuses %s as a selection', async (_what, mediaUrls) => {
  const body = { mediaFiles: files(one), targets: [targetWith(3, mediaUrls)] };
  expect(errorIn(await me.schedule(body).expect(400)).code).toBe('request.not-valid');
  expect(errorIn(await me.precheck(body).expect(400)).code).toBe('request.not-valid');
});

it('checks each account with its own selection', async () => {
  const body = { mediaFiles: files(...(await uploadPictures(5))), selectedAccountIds: [3, 4] };
  const [first] = body.mediaFiles.map(({ mediaUrl }) => mediaUrl);
  const { accounts } = (await me.precheck({ ...body, targets: [targetWith(4, [first])] }).expect(200))
    .body as {
    accounts: readonly PrecheckView[];
  };
  expect(accounts.map(({ accountId, ok }) => [accountId, ok])).toEqual([
    [3, false],
    [4, true],
  ]);
  expect(
    Object.keys(errorIn(await me.schedule({ ...body, targets: [targetWith(4, [first])] })).fields ?? {}),
  ).toEqual(['selectedAccountIds.3']);
  await me.schedule({ ...body, targets: [targetWith(4, [first]), targetWith(3, [])] }).expect(201);
});

it('encrypts selections in the log like all personal data', async () => {
  const { id } = postIn(await scheduleWithTargets([targetWith(3, [one])]).expect(201));
  const raw = JSON.stringify(product.store.historyOf(`post-${String(id)}`).map(({ data }) => data));
  expect(raw).not.toContain(one);
  await product.booted.app.get(PersonalKeys).destroy(user);
  expect(postIn(await me.show(id).expect(200)).targets).toMatchObject([{ mediaUrls: null }, {}, {}]);
});
