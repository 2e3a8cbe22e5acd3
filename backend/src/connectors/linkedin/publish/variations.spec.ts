import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import type { OutgoingPublication, PublishRefs } from '../../contract/publication.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { LinkCards } from '../../kit/link-cards/link-cards.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../../testing/account-access.ts';
import { inAnotherProcess } from '../../testing/another-process.ts';
import { ScriptedServer, type ScriptedRequest } from '../../testing/scripted-server.ts';
import { LINKEDIN_LIMITS } from '../limits.ts';
import { linkedinConnection } from '../consent.ts';
import { linkedinConnector } from '../linkedin.connector.ts';

// The specs of this file cover variants of LinkedIn's behaviour that its documentation does not exclude.
const noon = new Date('2030-01-01T12:00:00Z');
const ORGANIZATION = 'urn:li:organization:7';
const LIST = 'GET /rest/posts';
const READ = 'GET /rest/posts/urn%3Ali%3Ashare%3A5';
const POST = 'POST /rest/posts';
const htmlPage = { status: 404, text: '<html>Cannot GET</html>' };

let api: ScriptedServer;
let http: SafeHttp;
let folder: string;
let path: string;
let connector: ReturnType<typeof linkedinConnector>;
let connection: ReturnType<typeof linkedinConnection>;
let access: MemoryAccess;

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
  folder = await mkdtemp(join(tmpdir(), 'posthorn-linkedin-'));
  path = join(folder, 'file');
  await writeFile(path, Buffer.alloc(5000, 'abcdefg'));
});
afterAll(() => Promise.all([api.close(), http.onApplicationShutdown(), rm(folder, { recursive: true })]));
beforeEach(() => {
  const configuration = testConfiguration({
    LINKEDIN_CLIENT_ID: 'app',
    LINKEDIN_CLIENT_SECRET: 'secret',
    LINKEDIN_API_URL: api.url,
    LINKEDIN_TOKEN_URL: `${api.url}/token`,
  });
  const [platformHttp, clock] = [new PlatformHttp(http, new Breaker()), new FixedClock(noon)];
  connector = inAnotherProcess(() =>
    linkedinConnector(platformHttp, clock, configuration, new LinkCards(http), () => Promise.resolve()),
  );
  connection = linkedinConnection(platformHttp, clock, configuration);
  access = new MemoryAccess(LINKEDIN_LIMITS, {
    accessToken: 't1',
    refreshToken: null,
    expiresAt: null,
    refreshExpiresAt: null,
    scopes: ['r_organization_social'],
    author: ORGANIZATION,
  });
  api.setAnswers({
    'POST /token': { json: { access_token: 't1' } },
    'POST /rest/images': { json: { value: { uploadUrl: `${api.url}/put`, image: 'urn:li:image:I1' } } },
    'POST /rest/videos': ({ query }) =>
      query.get('action') === 'finalizeUpload'
        ? {}
        : {
            json: {
              value: {
                video: 'urn:li:video:V1',
                uploadInstructions: [{ uploadUrl: `${api.url}/put`, firstByte: 0, lastByte: 4_194_303 }],
              },
            },
          },
    'PUT /put': { status: 201, headers: { etag: 'e1' } },
    'GET /rest/videos/urn%3Ali%3Avideo%3AV1': { json: { status: 'AVAILABLE' } },
    [POST]: { status: 201, headers: { 'x-restli-id': 'urn%3Ali%3Ashare%3A5' } },
  });
});

const publicationWith = (
  media: OutgoingPublication['media'] = [],
  text = 'Hi (all) #news',
): OutgoingPublication => ({
  ...publicationOf(text, media),
  platform: 'linkedin',
});
const image = () => mediaAt(path, 5000, { mediaUrl: 'one', altText: '' });
const videoFile = () => mediaAt(path, 5000, { kind: 'video', mimeType: 'video/mp4', altText: '' });
async function prepareRefs(publication: OutgoingPublication): Promise<PublishRefs> {
  const signal = AbortSignal.timeout(10_000);
  const outcome = await connector.prepare(access, publication, null, () => Promise.resolve(), signal);
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return outcome.refs;
}
const call = async (publication: OutgoingPublication) =>
  connector.call(access, publication, await prepareRefs(publication), AbortSignal.timeout(5_000));
const lookUp = (publication: OutgoingPublication, refs: PublishRefs) =>
  connector.lookUp(access, publication, refs, noon.toISOString());
const listedPost = (id: string, secondsAfterNoon: number, extra: object = {}) => ({
  id,
  commentary: 'Hi (all) #news',
  createdAt: noon.getTime() + secondsAfterNoon * 1000,
  lifecycleState: 'PUBLISHED',
  ...extra,
});
/** A list whose page size the server chooses. */
const paged =
  (elements: readonly unknown[], size: number, extra: object = {}) =>
  ({ query }: ScriptedRequest) => {
    const start = Number(query.get('start') ?? 0);
    return { json: { elements: elements.slice(start, start + size), ...extra } };
  };

it.each([htmlPage, { status: 404, json: { message: 'no such resource' } }, { status: 405 }])(
  'publishes an image although LinkedIn returns %j for its state',
  async (response) => {
    api.addAnswers({ 'GET /rest/images/urn%3Ali%3Aimage%3AI1': response });
    expect(await call(publicationWith([image()]))).toEqual({ kind: 'accepted', handle: 'urn:li:share:5' });
  },
);
it('sends only the bytes of the file if the last part is larger than the file', async () => {
  await prepareRefs(publicationWith([videoFile()]));
  expect(api.requestsTo('PUT /put')[0]?.body).toHaveLength(5000);
});
it.each([
  [50_000_000, 60_000_000],
  [0, -5],
  [0.5, 10],
])('for an invalid part from %d to %d, throws an error and sends nothing', async (firstByte, lastByte) => {
  const uploadInstructions = [{ uploadUrl: `${api.url}/put`, firstByte, lastByte }];
  api.addAnswers({
    'POST /rest/videos': { json: { value: { video: 'urn:li:video:V1', uploadInstructions } } },
  });
  await expect(prepareRefs(publicationWith([videoFile()]))).rejects.toThrow(/video/u);
  expect(api.requestsTo('PUT /put')).toEqual([]);
});
it('decodes a percent-encoded URN of a post', async () => {
  expect(await call(publicationWith())).toMatchObject({ kind: 'published', remoteId: 'urn:li:share:5' });
});
it.each([
  ['MEDIA_ASSET_WAITING_UPLOAD', { kind: 'postponed', reason: 'processing' }],
  ['FIELD_LENGTH_TOO_LONG', { kind: 'refused', reason: 'too-long' }],
])('reads the code %s from the error of a field', async (code, outcome) => {
  const errorDetails = { inputErrors: [{ code, description: 'no' }] };
  api.addAnswers({ [POST]: { status: 400, json: { status: 400, message: 'no', errorDetails } } });
  expect(await call(publicationWith())).toMatchObject(outcome);
});
it("searches the author's list for an accepted post that cannot be read by its id", async () => {
  const publication = publicationWith([image()]);
  const refs = { ...(await prepareRefs(publication)), handle: 'urn:li:share:5' };
  api.addAnswers({
    [READ]: htmlPage,
    [LIST]: paged([listedPost('urn:li:share:6', 9), listedPost('urn:li:share:5', 5)], 1),
  });
  expect(await lookUp(publication, refs)).toMatchObject({ kind: 'published', remoteId: 'urn:li:share:5' });
});
it('reads all pages of a list with short pages', async () => {
  const publication = publicationWith();
  const refs = await prepareRefs(publication);
  const others = Array.from({ length: 24 }, (_, index) =>
    listedPost(`urn:li:share:${String(50 - index)}`, 30, { commentary: 'other' }),
  );
  api.addAnswers({ [LIST]: paged([...others, listedPost('urn:li:share:5', 2)], 10) });
  expect(await lookUp(publication, refs)).toMatchObject({ kind: 'published', remoteId: 'urn:li:share:5' });
});
it('stops when the server repeats a page', async () => {
  const publication = publicationWith();
  const refs = await prepareRefs(publication);
  const elements = [listedPost('urn:li:share:6', 3, { commentary: 'other' })];
  api.addAnswers({ [LIST]: { json: { elements } } });
  expect(await lookUp(publication, refs)).toEqual({ kind: 'absent' });
});
it('recognizes a post with files by its text if the list contains no files', async () => {
  const publication = publicationWith([image()]);
  const refs = await prepareRefs(publication);
  api.addAnswers({ [LIST]: { json: { elements: [listedPost('urn:li:share:5', 3)] } } });
  expect(await lookUp(publication, refs)).toMatchObject({ kind: 'published', remoteId: 'urn:li:share:5' });
});

it('reads the URN of a duplicate from the error about a field', async () => {
  const publication = publicationWith();
  const refs = { ...(await prepareRefs(publication)), repeats: true };
  const description = 'Content is a duplicate of urn:li:share:abc-4';
  const errorDetails = { inputErrors: [{ code: 'DUPLICATE_POST', description }] };
  api.addAnswers({
    [POST]: { status: 422, json: { status: 422, errorDetails } },
    'GET /rest/posts/urn%3Ali%3Ashare%3Aabc-4': { json: { id: 'urn:li:share:abc-4' } },
  });
  const outcome = await connector.call(access, publication, refs, AbortSignal.timeout(5_000));
  expect(outcome).toMatchObject({ kind: 'published', remoteId: 'urn:li:share:abc-4' });
});
it('needs a new login when a token is refused without a message', async () => {
  api.addAnswers({ [POST]: { status: 401 } });
  expect(await call(publicationWith())).toMatchObject({ kind: 'refused', reason: 'reconnect' });
});

const redeem = () =>
  connection.redeem({
    query: new URLSearchParams({ code: 'c1' }),
    verifier: 'v1',
    redirectUri: 'https://posthorn.example/api/connect/linkedin/callback',
  });
const acl = (id: number, extra: object = {}) => ({
  organization: `urn:li:organization:${String(id)}`,
  ...extra,
});

it('finds the member with OpenID Connect if the older call is refused', async () => {
  api.addAnswers({
    'GET /v2/me': htmlPage,
    'GET /v2/userinfo': { json: { sub: 'a1', name: 'Ana Alba' } },
    'GET /rest/organizationAcls': paged([acl(7), acl(8), acl(9)], 2, { paging: { total: 3 } }),
  });
  const { accounts } = await redeem();
  expect(accounts.map(({ remoteId }) => remoteId)).toEqual([
    'urn:li:person:a1',
    'urn:li:organization:7',
    'urn:li:organization:8',
    'urn:li:organization:9',
  ]);
});
it('finds the member with the roles if both calls are refused', async () => {
  const closed = { status: 403, json: { code: 'ACCESS_DENIED', message: 'no' } };
  const role = acl(7, { role: 'ADMINISTRATOR', roleAssignee: 'urn:li:person:a1' });
  api.addAnswers({
    'GET /v2/me': closed,
    'GET /v2/userinfo': closed,
    'GET /rest/organizationAcls': { json: { elements: [role] } },
  });
  expect((await redeem()).accounts[0]).toMatchObject({ remoteId: 'urn:li:person:a1', accountName: 'a1' });
});
