import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { mediaAt, MemoryAccess } from '../testing/account-access.ts';
import { Xrpc, XrpcError, type XrpcCall } from './client/client.ts';
import { BLUESKY_LIMITS } from './limits.ts';
import { BlueskyMedia } from './media.ts';
import { BlueskySessions } from './tokens.ts';

const PDS = 'https://pds.example';
const VIDEO = 'https://video.bsky.app';
const DESCRIBE = `${PDS} com.atproto.server.describeServer`;
const SERVICE_AUTH = `${PDS} com.atproto.server.getServiceAuth`;
const BLOB = `${PDS} com.atproto.repo.uploadBlob`;
const UPLOAD = `${VIDEO} app.bsky.video.uploadVideo`;
const STATUS = `${VIDEO} app.bsky.video.getJobStatus`;
const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);

type Answers = Readonly<Record<string, JsonObject | XrpcError>>;
/** Answers calls from a script instead of sending them. */
class ScriptedXrpc extends Xrpc {
  readonly calls: XrpcCall[] = [];
  answers: Answers = {};
  override query = (call: XrpcCall) => this.#answer(call);
  override procedure = (call: XrpcCall) => this.#answer(call);

  names(): string[] {
    return this.calls.map(({ server, method }) => `${server} ${method}`);
  }

  #answer(call: XrpcCall): Promise<JsonObject> {
    this.calls.push(call);
    const answer = this.answers[`${call.server} ${call.method}`] ?? {};
    return answer instanceof XrpcError ? Promise.reject(answer) : Promise.resolve(answer);
  }
}

const safeHttp = new SafeHttp({});
const http = new PlatformHttp(safeHttp, new Breaker());
let xrpc: ScriptedXrpc;
let media: BlueskyMedia;

afterAll(() => safeHttp.onApplicationShutdown());
beforeEach(() => {
  xrpc = new ScriptedXrpc(http);
  media = new BlueskyMedia(http, xrpc, new BlueskySessions(xrpc, clock), clock, () => Promise.resolve());
});

const access = new MemoryAccess(BLUESKY_LIMITS, {
  did: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz',
  handle: 'alice.test',
  pds: PDS,
  appPassword: 'x',
  accessJwt: 'a',
  refreshJwt: 'r',
  obtainedAt: noon.toISOString(),
});
const blob = (name: string) => ({ blob: { $type: 'blob', ref: { $link: name } } });
const usual: Answers = {
  [DESCRIBE]: { did: 'did:web:other.example' },
  [SERVICE_AUTH]: { token: 's' },
  [BLOB]: blob('direct'),
  [UPLOAD]: { jobStatus: { jobId: 'j', state: 'JOB_STATE_CREATED' } },
  [STATUS]: { jobStatus: { state: 'JOB_STATE_COMPLETED', ...blob('converted') } },
};
const refusal = (status: number, code: string | null) =>
  new XrpcError(status, code, 'no', {}, code === null ? null : { error: code });
const upload = async (answers: Answers) => {
  xrpc.answers = { ...usual, ...answers };
  const clip = mediaAt('clip.mp4', 18, { kind: 'video', mimeType: 'video/mp4' });
  return JSON.stringify(
    await media.embedFor(access, [clip], { contentHash: 'h', rkey: '3k' }, () => Promise.resolve()),
  );
};

it('requests a token for the DID of the server, even if the server has another host', async () => {
  expect(await upload({})).toContain('converted');
  expect(xrpc.calls.find(({ method }) => method.endsWith('getServiceAuth'))?.params?.['aud']).toBe(
    'did:web:other.example',
  );
  await upload({ [DESCRIBE]: refusal(500, null) });
  expect(xrpc.calls.findLast(({ method }) => method.endsWith('getServiceAuth'))?.params?.['aud']).toBe(
    'did:web:pds.example',
  );
});
it.each([
  ['a token', UPLOAD, refusal(401, 'BadJwtAudience')],
  ['an account that it does not know', UPLOAD, refusal(401, 'profile_not_found')],
  ['an account with a proxy', UPLOAD, refusal(401, null)],
  ['an account that is closed for it', UPLOAD, refusal(400, 'AccountTakedown')],
  ['all requests', UPLOAD, refusal(403, 'Forbidden')],
  ['questions about a job', STATUS, refusal(401, 'AuthMissing')],
])('uploads a video directly if the video service refuses %s', async (_what, call, error) => {
  expect(await upload({ [call]: error })).toContain('direct');
  expect(xrpc.names()).toContain(call);
});
it('does not upload a video directly if the server of the account refuses the login', async () => {
  const closed = upload({ [SERVICE_AUTH]: refusal(400, 'AccountTakedown') });
  await expect(closed).rejects.toMatchObject({ code: 'AccountTakedown' });
  expect(xrpc.names()).not.toContain(BLOB);
});
