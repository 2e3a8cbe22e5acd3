import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LOCAL, SandboxUnderTest, type Answer } from '../../testing/sandbox-client.ts';

const HOST = 'linkedin.sandbox.test';
const CALLBACK = 'http://localhost:3000/api/connect/linkedin/callback';
const CLIENT = { client_id: 'posthorn-sandbox', client_secret: 'posthorn-sandbox-secret' };
const SCOPES = ['r_basicprofile', 'w_member_social', 'w_organization_social', 'rw_organization_admin'];
const VERSIONED = { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' };

const sandbox = new SandboxUnderTest();
let token = '';

beforeEach(async () => {
  await sandbox.start();
  token = await login([...SCOPES, 'r_member_postAnalytics']);
});
afterEach(async () => {
  await sandbox.stop();
});

async function login(scopes: readonly string[]): Promise<string> {
  const query = new URLSearchParams({
    client_id: CLIENT.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: 's',
    scope: scopes.join(' '),
  });
  const page = `/oauth/linkedin?${query.toString()}`;
  const { headers } = await sandbox.call(LOCAL, page, { form: { account: 'ana', allow: 'allow' } });
  const code = new URL(headers.location ?? '').searchParams.get('code') ?? '';
  const form = { ...CLIENT, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  const { json } = await sandbox.call(HOST, '/oauth/v2/accessToken', { form });
  return (json as { access_token: string }).access_token;
}
const call = (path: string, json?: object): Promise<Answer> =>
  sandbox.call(HOST, path, { token, headers: VERSIONED, ...(json && { json }) });
async function published(author: string): Promise<string> {
  const distribution = {
    feedDistribution: 'MAIN_FEED',
    targetEntities: [],
    thirdPartyDistributionChannels: [],
  };
  const state = { lifecycleState: 'PUBLISHED', isReshareDisabledByAuthor: false };
  const json = { author, commentary: `Of ${author}`, visibility: 'PUBLIC', distribution, ...state };
  return String((await call('/rest/posts', json)).headers['x-restli-id']);
}
const control = (path: string, json: object): Promise<Answer> =>
  sandbox.call(LOCAL, `/control/${path}`, { json: { platform: 'linkedin', ...json } });
const elementsOf = ({ json }: Answer): unknown => (json as { elements: unknown }).elements;
/** The first is Ana’s own, of the second she is no administrator. */
const organizations = async (): Promise<readonly string[]> => {
  const roles = await call('/rest/organizationAcls?q=roleAssignee&state=APPROVED');
  return (elementsOf(roles) as { organization: string }[]).map(({ organization }) => organization);
};
const statistics = (organization: string, asked: string): Promise<Answer> => {
  const path = '/rest/organizationalEntityShareStatistics?q=organizationalEntity';
  return call(`${path}&organizationalEntity=${encodeURIComponent(organization)}&${asked}`);
};
const analytics = (query: string): Promise<Answer> =>
  call(`/rest/memberCreatorPostAnalytics?q=entity&${query}`);

it('counts for administrators, and leaves out what nothing has happened to', async () => {
  const [own = '', other = ''] = await organizations();
  const remoteId = await published(own);
  const list = `shares=List(${encodeURIComponent(remoteId)})`;
  expect(elementsOf(await statistics(own, list))).toEqual([]);
  await control('comments', { remoteId, author: 'Ben', text: 'Nice' });
  await control('metrics', { remoteId, likes: 4, impressions: 90, omitted: ['clicks'], broken: ['reach'] });
  expect(elementsOf(await statistics(own, list))).toEqual([
    {
      share: remoteId,
      organizationalEntity: own,
      totalShareStatistics: {
        likeCount: 4,
        commentCount: 1,
        shareCount: 0,
        impressionCount: 90,
        uniqueImpressionsCount: -1,
      },
    },
  ]);
  expect((await statistics(other, list)).status).toBe(403);
  expect((await statistics(own, list.replace('shares', 'ugcPosts'))).status).toBe(400);
});

it('counts for the member who wrote it and allows it, one figure at a time', async () => {
  const { json } = await call('/v2/me');
  const remoteId = await published(`urn:li:person:${(json as { id: string }).id}`);
  await control('metrics', { remoteId, likes: 4, omitted: ['reach'] });
  const entity = `entity=(share:${encodeURIComponent(remoteId)})`;
  const count = (type: string) => analytics(`${entity}&queryType=${type}&aggregation=TOTAL`);
  expect(elementsOf(await count('REACTION'))).toMatchObject([
    { count: 4, targetEntity: { share: remoteId } },
  ]);
  expect(elementsOf(await count('MEMBERS_REACHED'))).toEqual([]);
  expect((await count('LIKE')).status).toBe(400);
  expect((await analytics(`${entity}&queryType=REACTION`)).status).toBe(400);
  expect((await analytics(`entity=(ugc:${remoteId})&queryType=REACTION&aggregation=TOTAL`)).status).toBe(400);
  expect((await analytics('entity=(share:urn:li:share:9)&queryType=REACTION&aggregation=TOTAL')).status).toBe(
    404,
  );
  const [own = ''] = await organizations();
  const ofPage = `entity=(share:${encodeURIComponent(await published(own))})`;
  expect((await analytics(`${ofPage}&queryType=REACTION&aggregation=TOTAL`)).status).toBe(403);
  token = await login(SCOPES);
  expect((await count('REACTION')).status).toBe(403);
});
