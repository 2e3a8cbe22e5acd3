import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { BlueskyAccount } from '../../testing/bluesky-account.ts';
import { MP4, PNG, SandboxUnderTest, type Answer } from '../../testing/sandbox-client.ts';

const VIDEO = 'video.sandbox.test';
const sandbox = new SandboxUnderTest();
let ana: BlueskyAccount;

beforeEach(async () => {
  await sandbox.start();
  ana = await BlueskyAccount.login(sandbox);
});
afterEach(async () => {
  await sandbox.stop();
});

async function serviceToken(method: string, seconds = 1800): Promise<Answer> {
  const expires = Math.floor(sandbox.now / 1000) + seconds;
  const query = `aud=did:web:pds.sandbox.test&lxm=${method}&exp=${String(expires)}`;
  return ana.call(`com.atproto.server.getServiceAuth?${query}`);
}

async function upload(bytes: Buffer, method = 'com.atproto.repo.uploadBlob'): Promise<Answer> {
  const token = ((await serviceToken(method)).json as { token: string }).token;
  const options = { bytes, token, headers: { 'content-type': 'video/mp4' } };
  return sandbox.call(VIDEO, `/xrpc/app.bsky.video.uploadVideo?did=${ana.did}&name=a.mp4`, options);
}

const statusOf = async (jobId: string): Promise<unknown> =>
  (
    (await sandbox.call(VIDEO, `/xrpc/app.bsky.video.getJobStatus?jobId=${jobId}`)).json as {
      jobStatus: unknown;
    }
  ).jobStatus;

it('works on a video for a while and then hands out a blob that a post may carry', async () => {
  const { jobStatus } = (await upload(MP4)).json as { jobStatus: { jobId: string } };
  sandbox.now += 700;
  expect(await statusOf(jobStatus.jobId)).toMatchObject({ state: 'JOB_STATE_ENCODING', progress: 46 });
  sandbox.now += 800;
  const done = (await statusOf(jobStatus.jobId)) as { state: string; blob: object };
  expect(done).toMatchObject({
    state: 'JOB_STATE_COMPLETED',
    blob: { mimeType: 'video/mp4', size: MP4.length },
  });
  const embed = { $type: 'app.bsky.embed.video', video: done.blob, aspectRatio: { width: 16, height: 9 } };
  expect((await ana.put('A film', { more: { embed } })).status).toBe(200);
});

it('takes longer when processing is slow', async () => {
  await sandbox.fault({ platform: 'bluesky', fault: 'slowProcessing', times: 1, retryAfterSeconds: 60 });
  const { jobStatus } = (await upload(MP4)).json as { jobStatus: { jobId: string } };
  sandbox.now += 59_000;
  expect(await statusOf(jobStatus.jobId)).toMatchObject({ progress: 98 });
  sandbox.now += 1000;
  expect(await statusOf(jobStatus.jobId)).toMatchObject({ state: 'JOB_STATE_COMPLETED' });
});

it('fails what is no video', async () => {
  const { jobStatus } = (await upload(PNG)).json as { jobStatus: { jobId: string } };
  sandbox.now += 1500;
  expect(await statusOf(jobStatus.jobId)).toMatchObject({
    state: 'JOB_STATE_FAILED',
    failureCode: 'validation_failure',
  });
});

it('names the finished job when the same video comes again', async () => {
  const { jobStatus } = (await upload(MP4)).json as { jobStatus: { jobId: string } };
  sandbox.now += 1500;
  const again = await upload(MP4);
  expect(again.status).toBe(409);
  expect(again.json).toMatchObject({
    error: 'already_exists',
    jobId: jobStatus.jobId,
    blob: { mimeType: 'video/mp4' },
  });
});

it('refuses tokens that were made for something else or for too long', async () => {
  expect((await upload(MP4, 'app.bsky.video.getUploadLimits')).status).toBe(401);
  expect((await serviceToken('com.atproto.repo.uploadBlob', 7200)).json).toMatchObject({
    error: 'BadExpiration',
  });
});
