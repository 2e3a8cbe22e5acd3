import { createHmac } from 'node:crypto';
import { CLIENT } from '../oauth/authorization-server.ts';
import { LOCAL, type SandboxUnderTest } from './sandbox-client.ts';

const HOST = 'facebook.sandbox.test';

export const ALL_SCOPES = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_manage_engagement',
  'pages_read_user_content',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_contents',
];

type Consent = Readonly<{ scopes?: readonly string[]; redirectUri?: string; exchange?: boolean }>;
type ManagedPage = Readonly<{
  id: string;
  name: string;
  access_token: string;
  tasks: readonly string[];
  instagram_business_account?: Readonly<{ id: string; username: string }>;
}>;

/** Gives consent, and returns the person's token; by default the long-lived token. */
export async function consent(
  sandbox: SandboxUnderTest,
  account: string,
  { scopes = ALL_SCOPES, redirectUri, exchange = true }: Consent = {},
): Promise<string> {
  const callback = 'http://localhost:3000/api/auth/facebook/callback';
  const query = new URLSearchParams({
    client_id: CLIENT.id,
    redirect_uri: callback,
    response_type: 'code',
    scope: scopes.join(','),
  });
  const form = { account, allow: 'allow' };
  const redirect = await sandbox.call(LOCAL, `/oauth/facebook?${query.toString()}`, { form });
  const code = new URL(redirect.headers.location ?? '').searchParams.get('code') ?? '';
  const token = await requestToken(sandbox, { code, redirect_uri: redirectUri ?? callback });
  return exchange
    ? requestToken(sandbox, { grant_type: 'fb_exchange_token', fb_exchange_token: token })
    : token;
}

async function requestToken(sandbox: SandboxUnderTest, fields: Record<string, string>): Promise<string> {
  const query = new URLSearchParams({ client_id: CLIENT.id, client_secret: CLIENT.secret, ...fields });
  const answer = await sandbox.call(HOST, `/v26.0/oauth/access_token?${query.toString()}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return (answer.json as { access_token: string }).access_token;
}

export async function managedPages(
  sandbox: SandboxUnderTest,
  token: string,
): Promise<readonly ManagedPage[]> {
  const proof = createHmac('sha256', CLIENT.secret).update(token).digest('hex');
  const answer = await sandbox.call(HOST, `/v26.0/me/accounts?appsecret_proof=${proof}`, { token });
  return (answer.json as { data: readonly ManagedPage[] }).data;
}
