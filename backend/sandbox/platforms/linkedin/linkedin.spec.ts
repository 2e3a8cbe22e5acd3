import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  LOCAL,
  messageOf,
  MP4,
  PNG,
  SandboxUnderTest,
  type SandboxAnswer,
  type SandboxRequest,
} from '../../testing/sandbox-client.ts';

const HOST = 'linkedin.sandbox.test';
const CALLBACK = 'http://localhost:3000/api/connect/linkedin/callback';
const CLIENT = { client_id: 'posthorn-sandbox', client_secret: 'posthorn-sandbox-secret' };
const SCOPES =
  'r_basicprofile w_member_social w_organization_social r_organization_social rw_organization_admin';
const PART = 4 * 1024 * 1024;
const VERSIONED = { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' };

type Tokens = Readonly<{ access_token: string; refresh_token: string; expires_in: number }>;
type Author = Readonly<{ organization: string; role: string }>;
const sandbox = new SandboxUnderTest();
let token = '';
let member = '';
let organizations: readonly Author[] = [];

beforeEach(async () => {
  await sandbox.start();
  token = (await login('ana')).access_token;
  member = `urn:li:person:${((await call('/v2/me')).json as { id: string }).id}`;
  const roles = await call('/rest/organizationAcls?q=roleAssignee&state=APPROVED&start=0&count=100');
  organizations = (roles.json as { elements: Author[] }).elements;
});
afterEach(async () => {
  await sandbox.stop();
});

async function login(account: string, scope = SCOPES): Promise<Tokens> {
  const query = new URLSearchParams({
    client_id: CLIENT.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope,
    state: 's',
  });
  const page = `/oauth/linkedin?${query.toString()}`;
  const { headers } = await sandbox.call(LOCAL, page, { form: { account, allow: 'allow' } });
  const code = new URL(headers.location ?? '').searchParams.get('code') ?? '';
  const form = { ...CLIENT, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  return (await sandbox.call(HOST, '/oauth/v2/accessToken', { form })).json as Tokens;
}
const call = async (path: string, { headers, ...request }: SandboxRequest = {}): Promise<SandboxAnswer> =>
  sandbox.call(HOST, path, { token, headers: { ...VERSIONED, ...headers }, ...request });
const postBody = (author: string, commentary: string, content?: object) => ({
  author,
  commentary,
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  ...(content && { content }),
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
});
const createPost = async (json: object): Promise<SandboxAnswer> => call('/rest/posts', { json });
const codeOf = ({ json }: SandboxAnswer): unknown => (json as { code: string }).code;
const enc = encodeURIComponent;
const company = (): string => organizations[0]?.organization ?? '';

async function uploadImage(owner: string, bytes = PNG): Promise<string> {
  const json = { initializeUploadRequest: { owner } };
  const { value } = (await call('/rest/images?action=initializeUpload', { json })).json as {
    value: { uploadUrl: string; image: string };
  };
  const { host, pathname } = new URL(value.uploadUrl);
  const sent = await sandbox.call(host, pathname, { method: 'PUT', token, bytes });
  expect(sent.status).toBe(201);
  return value.image;
}

it('returns the member, two organizations with posting rights and one with reading rights', async () => {
  expect((await call('/v2/me')).json).toMatchObject({ localizedFirstName: 'Ana' });
  expect(organizations.map(({ role }) => role)).toEqual([
    'ADMINISTRATOR',
    'CONTENT_ADMINISTRATOR',
    'ANALYST',
  ]);
  const id = company().split(':').at(-1) ?? '';
  expect((await call(`/rest/organizations/${id}`)).json).toMatchObject({ vanityName: 'ana-studio' });
  expect((await createPost(postBody(organizations[2]?.organization ?? '', 'Hi'))).status).toBe(403);
});
it.each([
  [{ 'linkedin-version': '202501' }, 426],
  [{ 'linkedin-version': 'latest' }, 426],
  [{ 'x-restli-protocol-version': '1.0.0' }, 400],
])('refuses the headers %j', async (headers, status) => {
  expect((await call('/rest/posts', { json: postBody(member, 'Hi'), headers })).status).toBe(status);
});
it('requires a version header', async () => {
  const answer = await sandbox.call(HOST, '/rest/posts', { token, json: postBody(member, 'Hi') });
  expect([answer.status, codeOf(answer)]).toEqual([400, 'VERSION_MISSING']);
});
it('has a page for each post', async () => {
  const urn = String((await createPost(postBody(member, 'Seen by people'))).headers['x-restli-id']);
  expect((await sandbox.call(LOCAL, `/linkedin/feed/update/${urn}/`)).text).toContain('Seen by people');
});
it('cuts a text at the first reserved character that is not escaped', async () => {
  await createPost(postBody(member, 'Prices (from $5)'));
  expect(await sandbox.posts()).toMatchObject([{ text: 'Prices ' }]);
});
it('refuses the same text from one author, and reports the id of the earlier post', async () => {
  const first = await createPost(postBody(member, 'Once'));
  const again = await createPost(postBody(member, 'Once'));
  expect([again.status, messageOf(again)]).toEqual([
    422,
    `Content is a duplicate of ${String(first.headers['x-restli-id'])}`,
  ]);
  expect((await createPost(postBody(company(), 'Once'))).status).toBe(201);
});
it.each([
  ['FIELD_LENGTH_TOO_LONG', () => postBody(member, 'x'.repeat(3001))],
  ['INVALID_CONTENT', () => postBody(member, ' ')],
  ['INVALID_CONTENT', () => postBody(member, 'Hi', { media: { id: 'urn:li:image:none' } })],
  ['INVALID_CONTENT', () => postBody(member, 'Hi', { multiImage: { images: [{ id: 'urn:li:image:one' }] } })],
])('refuses an invalid post with %s', async (code, json) => {
  const answer = await createPost(json());
  expect([answer.status, codeOf(answer)]).toEqual([400, code]);
});
it('counts the visible text, without escapes', async () => {
  expect((await createPost(postBody(member, String.raw`\(`.repeat(3000)))).status).toBe(201);
});
it('accepts only images of the author whose bytes have arrived and are valid', async () => {
  const waiting = await call('/rest/images?action=initializeUpload', {
    json: { initializeUploadRequest: { owner: company() } },
  });
  const { image: empty } = (waiting.json as { value: { image: string } }).value;
  const media = (id: string) => ({ media: { id, altText: 'A dot' } });
  expect(codeOf(await createPost(postBody(company(), 'Hi', media(empty))))).toBe(
    'MEDIA_ASSET_WAITING_UPLOAD',
  );
  const imageId = await uploadImage(company());
  expect((await call(`/rest/images/${enc(imageId)}`)).json).toMatchObject({ status: 'AVAILABLE' });
  expect(codeOf(await createPost(postBody(member, 'Hi', media(imageId))))).toBe('INVALID_CONTENT_OWNERSHIP');
  const textFileId = await uploadImage(company(), Buffer.from('no picture'));
  expect((await call(`/rest/images/${enc(textFileId)}`)).json).toMatchObject({ status: 'PROCESSING_FAILED' });
  expect(codeOf(await createPost(postBody(company(), 'Hi', media(textFileId))))).toBe(
    'MEDIA_ASSET_PROCESSING_FAILED',
  );
  const images = [{ id: imageId, altText: 'A dot' }, { id: await uploadImage(company()) }];
  expect((await createPost(postBody(company(), 'Two', { multiImage: { images } }))).status).toBe(201);
  expect(await sandbox.posts()).toMatchObject([{ account: 'ana-studio', media: [{}, {}] }]);
});
it('assembles a video from parts by their ETags, and publishes the post after the processing', async () => {
  const videoBytes = Buffer.concat([MP4, Buffer.alloc(PART, 1)]);
  const json = { initializeUploadRequest: { owner: company(), fileSizeBytes: videoBytes.length } };
  const { value } = (await call('/rest/videos?action=initializeUpload', { json })).json as {
    value: {
      video: string;
      uploadInstructions: { uploadUrl: string; firstByte: number; lastByte: number }[];
    };
  };
  const etags: string[] = [];
  for (const { uploadUrl, firstByte, lastByte } of value.uploadInstructions) {
    const { host, pathname } = new URL(uploadUrl);
    const put = async (bytes: Buffer, type = 'application/octet-stream'): Promise<SandboxAnswer> =>
      sandbox.call(host, pathname, { method: 'PUT', bytes, headers: { 'content-type': type } });
    const bytes = videoBytes.subarray(firstByte, lastByte + 1);
    expect((await put(bytes, 'video/mp4')).status).toBe(415);
    expect((await put(bytes.subarray(1))).status).toBe(400);
    etags.push((await put(bytes)).headers.etag ?? '');
  }
  const finalize = async (uploadedPartIds: readonly string[]): Promise<SandboxAnswer> =>
    call('/rest/videos?action=finalizeUpload', {
      json: { finalizeUploadRequest: { video: value.video, uploadToken: '', uploadedPartIds } },
    });
  expect((await finalize([...etags].reverse())).status).toBe(400);
  expect((await finalize(etags)).status).toBe(200);
  expect((await finalize(etags)).status).toBe(400);
  const status = async (): Promise<unknown> => (await call(`/rest/videos/${enc(value.video)}`)).json;
  expect(await status()).toMatchObject({ status: 'PROCESSING' });
  const urn = (await createPost(postBody(company(), 'A film', { media: { id: value.video } }))).headers[
    'x-restli-id'
  ];
  const shown = async (): Promise<unknown> =>
    (await call(`/rest/posts/${enc(String(urn))}?viewContext=AUTHOR`)).json;
  expect(await shown()).toMatchObject({ lifecycleState: 'PUBLISH_REQUESTED' });
  expect((await call(`/rest/posts/${enc(String(urn))}`)).status).toBe(404);
  sandbox.now += 2000;
  expect(await status()).toMatchObject({ status: 'AVAILABLE' });
  expect(await shown()).toMatchObject({ lifecycleState: 'PUBLISHED' });
});
it('lets an organization read its posts, but does not let a member read posts and images of members', async () => {
  const [ofOrganization, ofMember] = [
    await createPost(postBody(company(), 'Ours')),
    await createPost(postBody(member, 'Mine')),
  ];
  const headers = { 'x-restli-method': 'FINDER' };
  const list = async (author: string): Promise<SandboxAnswer> =>
    call(`/rest/posts?q=author&author=${enc(author)}&sortBy=LAST_MODIFIED`, { headers });
  expect((await list(company())).json).toMatchObject({
    elements: [{ id: ofOrganization.headers['x-restli-id'] }],
  });
  expect((await list(member)).status).toBe(403);
  expect((await call(`/rest/posts/${enc(String(ofMember.headers['x-restli-id']))}`)).status).toBe(403);
  expect((await call(`/rest/images/${enc(await uploadImage(member))}`)).status).toBe(403);
});
it('hides a new post for a while, keeps posts across a restart, and accepts a repeated deletion', async () => {
  await sandbox.call(LOCAL, '/control/settings', { json: { visibilityDelaySeconds: 20 } });
  const urn = String((await createPost(postBody(company(), 'Ours'))).headers['x-restli-id']);
  const list = async (): Promise<unknown> =>
    (
      await call(`/rest/posts?q=author&author=${enc(company())}`, {
        headers: { 'x-restli-method': 'FINDER' },
      })
    ).json;
  expect(await list()).toMatchObject({ elements: [] });
  sandbox.now += 20_000;
  await sandbox.restart();
  expect(await list()).toMatchObject({ elements: [{ id: urn, commentary: 'Ours' }] });
  const remove = async (): Promise<SandboxAnswer> => call(`/rest/posts/${enc(urn)}`, { method: 'DELETE' });
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
  expect(await sandbox.posts()).toEqual([]);
});
it('refuses a token without the scope, and revokes a token after a planned fault', async () => {
  token = (await login('ana', 'r_basicprofile')).access_token;
  expect((await createPost(postBody(member, 'Hi'))).status).toBe(403);
  token = (await login('ana')).access_token;
  await sandbox.fault({ platform: 'linkedin', fault: 'revoked', times: 1 });
  expect(codeOf(await createPost(postBody(member, 'Hi')))).toBe('REVOKED_ACCESS_TOKEN');
  expect(codeOf(await createPost(postBody(member, 'Hi')))).toBe('REVOKED_ACCESS_TOKEN');
});
it('limits the calls of a member in a day when rate limits are enforced', async () => {
  await sandbox.call(LOCAL, '/control/settings', { json: { enforceRateLimits: true } });
  for (let each = 0; each < 150; each += 1) await call('/v2/me');
  expect(messageOf(await call('/v2/me'))).toContain('MEMBER DAY limit');
});

describe('comments', () => {
  const FEEDS = `${SCOPES} r_organization_social_feed w_organization_social_feed`;
  const pathOf = (urn: string) => `/rest/socialActions/${enc(urn)}/comments`;
  let commentedPost: string;
  let top: string;
  beforeEach(async () => {
    token = (await login('ana', FEEDS)).access_token;
    commentedPost = String((await createPost(postBody(company(), 'Ours'))).headers['x-restli-id']);
    const json = { platform: 'linkedin', remoteId: commentedPost, author: 'ann', text: 'Nice' };
    top = ((await sandbox.call(LOCAL, '/control/comments', { json })).json as { id: string }).id;
  });

  it('cannot be read under posts of members and of other organizations, and without the permission', async () => {
    const ofMember = String((await createPost(postBody(member, 'Mine'))).headers['x-restli-id']);
    expect(await call(pathOf(ofMember))).toMatchObject({ status: 403 });
    token = (await login('cleo', FEEDS)).access_token;
    expect(await call(pathOf(commentedPost))).toMatchObject({ status: 403 });
    token = (await login('ana')).access_token;
    expect(await call(pathOf(commentedPost))).toMatchObject({ status: 403 });
  });
  it('get replies of at most 1,250 characters, on one level, from the organization only', async () => {
    const [{ object } = {}] = (
      (await call(pathOf(commentedPost))).json as { elements: { object?: string }[] }
    ).elements;
    const reply = async (urn: string, extra: object = {}): Promise<SandboxAnswer> => {
      const json = { actor: company(), object, message: { text: 'Thanks' }, parentComment: urn, ...extra };
      return call(pathOf(urn), { json });
    };
    expect((await reply(top)).status).toBe(201);
    const [own] = ((await call(pathOf(top))).json as { elements: { commentUrn: string }[] }).elements;
    expect(codeOf(await reply(own?.commentUrn ?? ''))).toBe('INVALID_VALUE_FOR_FIELD');
    expect(codeOf(await reply(top, { parentComment: undefined }))).toBe('INVALID_VALUE_FOR_FIELD');
    expect(codeOf(await reply(top, { message: { text: 'x'.repeat(1251) } }))).toBe('FIELD_LENGTH_TOO_LONG');
    expect(await reply(top, { actor: 'urn:li:organization:1' })).toMatchObject({ status: 403 });
    expect(await reply(`${commentedPost}0`)).toMatchObject({ status: 404 });
  });
  it('are deleted once, by the organization only', async () => {
    const path = `${pathOf(commentedPost)}/${top.slice(top.lastIndexOf(',') + 1, -1)}`;
    const statusOfDelete = async (actor: string) =>
      (await call(`${path}?actor=${enc(actor)}`, { method: 'DELETE' })).status;
    expect(await statusOfDelete('urn:li:organization:1')).toBe(403);
    expect([await statusOfDelete(company()), await statusOfDelete(company())]).toEqual([204, 404]);
  });
});

describe('figures', () => {
  const ANALYTICS = `${SCOPES} r_member_postAnalytics`;
  const publishPost = async (author: string) =>
    String((await createPost(postBody(author, 'Seen'))).headers['x-restli-id']);

  it('of an organization require its administrator and the right type of URN', async () => {
    const list = `shares=List(${enc(await publishPost(company()))})`;
    const statusOfStatistics = async (organization: string, shares: string) => {
      const path = '/rest/organizationalEntityShareStatistics?q=organizationalEntity';
      return (await call(`${path}&organizationalEntity=${enc(organization)}&${shares}`)).status;
    };
    expect(await statusOfStatistics(company(), list)).toBe(200);
    expect(await statusOfStatistics(organizations[1]?.organization ?? '', list)).toBe(403);
    expect(await statusOfStatistics(company(), list.replace('shares', 'ugcPosts'))).toBe(400);
  });
  it('of a member require the author and the permission, and one post and metric per call', async () => {
    const own = `entity=(share:${enc(await publishPost(member))})`;
    const reactions = 'queryType=REACTION&aggregation=TOTAL';
    const statusFor = async (query: string) =>
      (await call(`/rest/memberCreatorPostAnalytics?q=entity&${query}`)).status;
    expect(await statusFor(`${own}&${reactions}`)).toBe(403);
    token = (await login('ana', ANALYTICS)).access_token;
    expect(await statusFor(`${own}&${reactions}`)).toBe(200);
    expect(await statusFor(`${own}&queryType=LIKE&aggregation=TOTAL`)).toBe(400);
    expect(await statusFor(`${own}&queryType=REACTION`)).toBe(400);
    expect(await statusFor(`${own.replace('share:', 'ugc:')}&${reactions}`)).toBe(400);
    expect(await statusFor(`entity=(share:urn:li:share:9)&${reactions}`)).toBe(404);
    expect(await statusFor(`entity=(share:${enc(await publishPost(company()))})&${reactions}`)).toBe(403);
  });
});
