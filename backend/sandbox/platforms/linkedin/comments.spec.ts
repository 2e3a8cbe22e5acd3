import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LOCAL, SandboxUnderTest, type Answer, type Sending } from '../../testing/sandbox-client.ts';

const HOST = 'linkedin.sandbox.test';
const CALLBACK = 'http://localhost:3000/api/connect/linkedin/callback';
const CLIENT = { client_id: 'posthorn-sandbox', client_secret: 'posthorn-sandbox-secret' };
const SCOPES = [
  ...['r_basicprofile', 'w_member_social', 'w_organization_social', 'r_organization_social'],
  ...['rw_organization_admin', 'r_organization_social_feed', 'w_organization_social_feed'],
];
const VERSIONED = { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' };

const sandbox = new SandboxUnderTest();
let token = '';
let company = '';
let post = '';

beforeEach(async () => {
  await sandbox.start();
  token = await login('ben');
  const roles = await call('/rest/organizationAcls?q=roleAssignee&state=APPROVED');
  company = (roles.json as { elements: { organization: string }[] }).elements[0]?.organization ?? '';
  post = await published(company);
});
afterEach(async () => {
  await sandbox.stop();
});

async function login(account: string, scopes = SCOPES): Promise<string> {
  const query = new URLSearchParams({
    client_id: CLIENT.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: 's',
    scope: scopes.join(' '),
  });
  const page = `/oauth/linkedin?${query.toString()}`;
  const { headers } = await sandbox.call(LOCAL, page, { form: { account, allow: 'allow' } });
  const code = new URL(headers.location ?? '').searchParams.get('code') ?? '';
  const form = { ...CLIENT, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  const { json } = await sandbox.call(HOST, '/oauth/v2/accessToken', { form });
  return (json as { access_token: string }).access_token;
}
const call = async (path: string, { headers, ...sending }: Sending = {}): Promise<Answer> =>
  sandbox.call(HOST, path, { token, headers: { ...VERSIONED, ...headers }, ...sending });
async function published(author: string): Promise<string> {
  const distribution = {
    feedDistribution: 'MAIN_FEED',
    targetEntities: [],
    thirdPartyDistributionChannels: [],
  };
  const state = { lifecycleState: 'PUBLISHED', isReshareDisabledByAuthor: false };
  const json = { author, commentary: `Of ${author}`, visibility: 'PUBLIC', distribution, ...state };
  return String((await call('/rest/posts', { json })).headers['x-restli-id']);
}
const control = async (path: string, json: object): Promise<Answer> =>
  sandbox.call(LOCAL, `/control/${path}`, { json });
async function comment(text: string, more: object = {}): Promise<string> {
  const order = { platform: 'linkedin', remoteId: post, author: 'ann', text, ...more };
  const { status, json } = await control('comments', order);
  expect(status).toBe(201);
  sandbox.now += 1_000;
  return (json as { id: string }).id;
}
type Element = Readonly<Record<string, unknown>>;
const elementsOf = ({ json }: Answer): readonly Element[] => (json as { elements: Element[] }).elements;
const pathOf = (urn: string) => `/rest/socialActions/${encodeURIComponent(urn)}/comments`;
const listed = async (urn: string, query = ''): Promise<readonly Element[]> =>
  elementsOf(await call(`${pathOf(urn)}${query}`));
const activity = async (): Promise<unknown> => (await listed(post))[0]?.['object'];
const reply = async (urn: string, more: object = {}): Promise<Answer> =>
  call(pathOf(urn), {
    json: {
      actor: company,
      object: await activity(),
      message: { text: 'Thanks' },
      parentComment: urn,
      ...more,
    },
  });
const notifications = async (actions = 'COMMENT', range = ''): Promise<readonly Element[]> =>
  elementsOf(
    await call(
      `/rest/organizationalEntityNotifications?q=criteria&actions=List(${actions})&organizationalEntity=${encodeURIComponent(company)}${range}&count=50`,
    ),
  );
const codeOf = ({ json }: Answer): unknown => (json as { code: string }).code;

it('lists comments by pages, and replies under their comment; names are told apart from them', async () => {
  const [first] = [await comment('First'), await comment('Second')];
  const nested = await comment('Nested', { parentId: await comment('Reply', { parentId: first }) });
  expect((await listed(post)).map((each) => each['message'])).toMatchObject([
    { text: 'First' },
    { text: 'Second' },
  ]);
  expect(await listed(post, '?start=1&count=1')).toMatchObject([{ message: { text: 'Second' } }]);
  expect(await listed(first)).toMatchObject([
    { parentComment: first, message: { text: 'Reply' } },
    { parentComment: first, commentUrn: nested },
  ]);
  expect(await listed(post)).toMatchObject([{ commentsSummary: { totalFirstLevelComments: 2 } }, {}]);
  const [{ actor } = {}] = await listed(post);
  const id = String(actor).replace('urn:li:person:', '');
  expect((await call(`/rest/people?ids=List((id:${id}),(id:nobody))`)).json).toMatchObject({
    results: { [`(id:${id})`]: { id, vanityName: 'ann', localizedFirstName: 'Ann' } },
  });
});
it('keeps posts of members and of other organizations to themselves', async () => {
  const { id } = (await call('/v2/me')).json as { id: string };
  const own = await published(`urn:li:person:${id}`);
  expect(await call(pathOf(own))).toMatchObject({ status: 403 });
  token = await login('cleo');
  expect(await call(pathOf(post))).toMatchObject({ status: 403 });
  token = await login('ben', SCOPES.slice(0, 5));
  expect(await call(pathOf(post))).toMatchObject({ status: 403 });
});
it('tells organizations what is new, changed and deleted, and not what is unannounced', async () => {
  const first = await comment('First');
  await comment('Quiet', { unannounced: true });
  expect(await notifications()).toMatchObject([
    {
      action: 'COMMENT',
      decoratedSourcePost: { entity: post },
      generatedActivity: first.replace('(urn:li:activity', '(activity'),
      decoratedGeneratedActivity: { comment: { entity: first, text: 'First' } },
    },
  ]);
  await control('comments/edit', { platform: 'linkedin', id: first, text: 'Changed' });
  await control('comments/delete', { platform: 'linkedin', id: first });
  const actions = (await notifications('COMMENT_EDIT,COMMENT_DELETE')).map(({ action }) => action);
  expect(actions).toEqual(['COMMENT_DELETE', 'COMMENT_EDIT']);
  expect(await notifications('COMMENT', `&timeRange=(start:${String(sandbox.now)})`)).toEqual([]);
});
it('replies in the name of the organization, on one level, and tells of it', async () => {
  const top = await comment('Nice');
  const made = await reply(top);
  expect(made.status).toBe(201);
  const [own] = await listed(top);
  expect(own).toMatchObject({ id: made.headers['x-restli-id'], actor: company, message: { text: 'Thanks' } });
  await sandbox.restart();
  expect((await sandbox.call(LOCAL, '/control/replies?platform=linkedin')).json).toMatchObject([
    { author: 'ben-studio', parentId: top, remoteId: own?.['commentUrn'], text: 'Thanks' },
  ]);
  expect(await notifications('ADMIN_COMMENT')).toHaveLength(1);
  const nested = String(own?.['commentUrn']);
  expect(codeOf(await reply(nested))).toBe('INVALID_VALUE_FOR_FIELD');
  expect(codeOf(await reply(top, { parentComment: undefined }))).toBe('INVALID_VALUE_FOR_FIELD');
  expect(codeOf(await reply(top, { message: { text: 'x'.repeat(1251) } }))).toBe('FIELD_LENGTH_TOO_LONG');
  expect(await reply(top, { actor: 'urn:li:organization:1' })).toMatchObject({ status: 403 });
  expect(await reply(`${post}0`)).toMatchObject({ status: 404 });
});
it('keeps a reply whose answer is lost, and nothing when it fails', async () => {
  const top = await comment('Nice');
  await sandbox.fault({ platform: 'linkedin', fault: 'http500', times: 1 });
  expect(await reply(top)).toMatchObject({ status: 500 });
  await sandbox.fault({ platform: 'linkedin', fault: 'dropAfterAccept', times: 1 });
  await expect(reply(top)).rejects.toThrow();
  expect(await listed(top)).toHaveLength(1);
});
it('deletes what is under its own posts, with what answered it', async () => {
  const top = await comment('Rude');
  await comment('Reply', { parentId: top });
  const path = `${pathOf(post)}/${top.slice(top.lastIndexOf(',') + 1, -1)}`;
  expect(await call(path)).toMatchObject({ status: 200, json: { commentUrn: top } });
  const gone = async (actor: string) =>
    call(`${path}?actor=${encodeURIComponent(actor)}`, { method: 'DELETE' });
  expect(await gone('urn:li:organization:1')).toMatchObject({ status: 403 });
  expect(await gone(company)).toMatchObject({ status: 204 });
  expect(await gone(company)).toMatchObject({ status: 404 });
  expect(await call(path)).toMatchObject({ status: 404 });
  expect(await listed(post)).toEqual([]);
});
