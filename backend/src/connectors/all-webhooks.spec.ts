import { createHmac } from 'node:crypto';
import { expect, describe, it } from '@jest/globals';
import { readConfiguration } from '#infrastructure/config/read-configuration.ts';
import type { WebhookName, WebhookHint } from './contract/webhook.ts';
import { verifyTokenOf } from './meta/webhooks/hub-webhook.ts';
import { allWebhookVerifiers } from './all-webhooks.ts';

const NOW = new Date('2030-01-01T12:00:00.000Z');
const seconds = (hoursAgo: number) => String(NOW.getTime() / 1000 - hoursAgo * 3600);
const env = {
  SANDBOX: 'off',
  FACEBOOK_APP_ID: '1',
  FACEBOOK_APP_SECRET: 'of-facebook',
  INSTAGRAM_APP_ID: '2',
  INSTAGRAM_APP_SECRET: 'of-instagram',
  THREADS_APP_ID: '3',
  THREADS_APP_SECRET: 'of-threads',
  X_CLIENT_ID: '4',
  X_CLIENT_SECRET: 'of-oauth',
  X_CONSUMER_SECRET: 'of-x',
  LINKEDIN_CLIENT_ID: '5',
  LINKEDIN_CLIENT_SECRET: 'of-linkedin',
  TIKTOK_BUSINESS_APP_ID: '6',
  TIKTOK_BUSINESS_SECRET: 'of-tiktok',
};
const verifiersFor = (variables: Record<string, string>) =>
  allWebhookVerifiers(readConfiguration(variables).platformApps);
const verifiers = verifiersFor(env);
const mac = (secret: string, text: string) => createHmac('sha256', secret).update(text);

/** The header in which each platform signs, and its value. `at`: seconds since 1970. */
const SIGNED: Readonly<
  Record<
    WebhookName,
    { secret: string; header: string; sign: (secret: string, body: string, at: string) => string }
  >
> = {
  meta: {
    secret: 'of-facebook',
    header: 'x-hub-signature-256',
    sign: (secret, body) => `sha256=${mac(secret, body).digest('hex')}`,
  },
  threads: {
    secret: 'of-threads',
    header: 'x-hub-signature-256',
    sign: (secret, body) => `sha256=${mac(secret, body).digest('hex')}`,
  },
  twitter: {
    secret: 'of-x',
    header: 'x-twitter-webhooks-signature',
    sign: (secret, body) => `sha256=${mac(secret, body).digest('base64')}`,
  },
  linkedin: {
    secret: 'of-linkedin',
    header: 'x-li-signature',
    sign: (secret, body) => mac(secret, `hmacsha256=${body}`).digest('hex'),
  },
  tiktok: {
    secret: 'of-tiktok',
    header: 'tiktok-signature',
    sign: (secret, body, at) => `t=${at},s=${mac(secret, `${at}.${body}`).digest('hex')}`,
  },
};
const names = Object.keys(SIGNED) as WebhookName[];
const BODY = '{"object":"päge"}';
function isSigned(name: WebhookName, body: string, headers: Record<string, string>): boolean {
  return verifiers[name].isSigned(Buffer.from(body), headers, NOW);
}

describe.each(names)('a delivery to the webhook %s', (name) => {
  const { secret, header, sign } = SIGNED[name];

  it('is accepted if the platform signed exactly these bytes', () => {
    expect(isSigned(name, BODY, { [header]: sign(secret, BODY, seconds(0)) })).toBe(true);
  });

  it('is refused if it is altered, unsigned, or signed with a different secret or method', () => {
    const signature = sign(secret, BODY, seconds(0));
    expect(isSigned(name, `${BODY} `, { [header]: signature })).toBe(false);
    expect(isSigned(name, BODY.replace('ä', 'a'), { [header]: signature })).toBe(false);
    expect(isSigned(name, BODY, {})).toBe(false);
    expect(isSigned(name, BODY, { [header]: '' })).toBe(false);
    expect(isSigned(name, BODY, { [header]: sign('of-somebody', BODY, seconds(0)) })).toBe(false);
    expect(isSigned(name, BODY, { [header]: signature.slice(0, -1) })).toBe(false);
    expect(isSigned(name, BODY, { [header]: `${signature}0` })).toBe(false);
    const others = names.filter((other) => SIGNED[other].sign !== sign && SIGNED[other].header !== header);
    for (const other of others)
      expect(isSigned(name, BODY, { [header]: SIGNED[other].sign(secret, BODY, seconds(0)) })).toBe(false);
  });

  it('is refused by an installation without the keys of this platform', () => {
    const bare = verifiersFor({ SANDBOX: 'off' })[name];
    expect(bare.registrations).toEqual([]);
    for (const guess of ['', 'null', 'undefined'])
      expect(bare.isSigned(Buffer.from(BODY), { [header]: sign(guess, BODY, seconds(0)) }, NOW)).toBe(false);
  });

  it.each([
    ...['', ' ', 'null', '1e999', '"text"', '[]', '{', '\u0000', '[[[[', '{"entry":{"0":1}}'],
    ...['{"entry":[null,7,[],{"id":{}},{"id":9007199254740993}],"object":"page"}', '{"data":[]}'],
    ...['{"values":{"value":{"root_post":{"owner_id":[]}}}}', '{"notifications":[null,{"sourcePost":1}]}'],
    ...['{"user_openid":"a","content":"{"}', '{"user_openid":5,"content":{"video_id":1}}'],
    `${'['.repeat(400_000)}${']'.repeat(400_000)}`,
    `{"object":"page","entry":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
    '{"__proto__":{"object":"page"},"constructor":1}',
  ])('does not read a post from the invalid body %.40s', (text) => {
    const hints = verifiers[name].hints(Buffer.from(text));
    expect(hints.filter(({ postRemoteId }) => postRemoteId !== null)).toEqual([]);
    for (const { accountRemoteId } of hints) expect(typeof accountRemoteId).toBe('string');
  });
});

it('accepts the signature of either application if two applications share a webhook', () => {
  const signed = (secret: string) => ({ 'x-hub-signature-256': SIGNED.meta.sign(secret, BODY, '') });
  expect(isSigned('meta', BODY, signed('of-instagram'))).toBe(true);
  expect(isSigned('threads', BODY, signed('of-facebook'))).toBe(true);
  expect(isSigned('meta', BODY, signed('of-threads'))).toBe(false);
  expect(isSigned('threads', BODY, signed('of-instagram'))).toBe(false);
});

it('accepts TikTok deliveries that are at most 73 hours old and not from the future', () => {
  const { header, secret, sign } = SIGNED.tiktok;
  const from = (hoursAgo: number) =>
    isSigned('tiktok', BODY, { [header]: sign(secret, BODY, seconds(hoursAgo)) });
  expect([0, 72, 73].map(from)).toEqual([true, true, true]);
  expect([73.1, -1].map(from)).toEqual([false, false]);
  const fresh = sign(secret, BODY, seconds(100)).replace(seconds(100), seconds(0));
  expect(isSigned('tiktok', BODY, { [header]: fresh })).toBe(false);
});

it('accepts a LinkedIn signature even with its prefix', () => {
  const { header, secret, sign } = SIGNED.linkedin;
  const signature = sign(secret, BODY, '');
  expect(isSigned('linkedin', BODY, { [header]: `hmacsha256=${signature}` })).toBe(true);
});

const hintsOf = (name: WebhookName, body: unknown): readonly WebhookHint[] =>
  verifiers[name].hints(Buffer.from(JSON.stringify(body)));

it('reads the account and the post of a comment from a Facebook delivery', () => {
  const comment = (item: string, verb: string) => ({ item, verb, post_id: '10_20', comment_id: '20_30' });
  const change = (item: string, verb = 'add') => ({ field: 'feed', value: comment(item, verb) });
  const other = { field: 'mention', value: comment('comment', 'add') };
  const entry = [{ id: '10', time: 1, changes: [change('comment', 'remove'), change('reaction'), other] }];
  const hint = { platform: 'facebook', accountRemoteId: '10', postRemoteId: '10_20' };
  expect(hintsOf('meta', { object: 'page', entry })).toEqual([hint]);
  expect(hintsOf('meta', { object: 'user', entry })).toEqual([]);
});

it('reads both formats of an Instagram delivery, and ignores mentions', () => {
  const value = { id: '5', text: 'Hi', from: { id: '6', username: 'ben' }, media: { id: '17900' } };
  const hint = { platform: 'instagram', accountRemoteId: '17841', postRemoteId: '17900' };
  const nested = { id: '17841', time: 1, changes: [{ field: 'comments', value }] };
  const flat = { id: '17841', time: 1, field: 'comments', value };
  expect(hintsOf('meta', { object: 'instagram', entry: [nested, flat] })).toEqual([hint, hint]);
  const story = { ...flat, field: 'mentions' };
  expect(hintsOf('meta', { object: 'instagram', entry: [story] })).toEqual([]);
});

it('reads the post of a reply and the notified account from a Threads delivery', () => {
  const root_post = { id: '70', owner_id: '7', username: 'ana' };
  const value = { id: '71', username: 'ben', text: 'Hi', replied_to: { id: '70' }, root_post };
  const hint = { platform: 'threads', accountRemoteId: '7', postRemoteId: '70' };
  const body = { app_id: '1', topic: 'moderate', target_id: '7', values: { field: 'replies', value } };
  expect(hintsOf('threads', body)).toEqual([hint]);
  expect(hintsOf('threads', { ...body, target_id: '8' })).toEqual([hint, { ...hint, accountRemoteId: '8' }]);
});

it('reads the account in the filter of an X delivery, and the post', () => {
  const payload = { id: '9', text: 'Hi', conversation_id: '1900000000000000001' };
  const data = { event_uuid: 'u', event_type: 'post.reply.create', filter: { user_id: '44' }, payload };
  expect(hintsOf('twitter', { data })).toEqual([
    { platform: 'twitter', accountRemoteId: '44', postRemoteId: '1900000000000000001' },
  ]);
});

it('reads each notification of a LinkedIn organization', () => {
  const organizationalEntity = 'urn:li:organization:5';
  const notification = {
    notificationId: 1,
    organizationalEntity,
    action: 'COMMENT',
    sourcePost: 'urn:li:share:6',
  };
  const hint = {
    platform: 'linkedin',
    accountRemoteId: organizationalEntity,
    postRemoteId: 'urn:li:share:6',
  };
  const body = {
    type: 'ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS',
    notifications: [notification, notification],
  };
  expect(hintsOf('linkedin', body)).toEqual([hint, hint]);
});

it('keeps all digits of the ids in a TikTok delivery', () => {
  const content =
    '{"comment_id":7012345678901234567,"video_id": 7012345678901234569,"comment_action":"insert"}';
  const body = { client_key: '6', event: 'comment.update', create_time: 1, user_openid: 'act.a', content };
  expect(hintsOf('tiktok', body)).toEqual([
    { platform: 'tiktok', accountRemoteId: 'act.a', postRemoteId: '7012345678901234569' },
  ]);
});

it('returns the challenge of Meta and Threads only for the correct verify token', () => {
  const request = (token: string, challenge: unknown = '1158201444') => ({
    'hub.mode': 'subscribe',
    'hub.verify_token': token,
    'hub.challenge': challenge,
  });
  const response = { type: 'text/plain', body: '1158201444' };
  for (const { verifyToken } of verifiers.meta.registrations)
    expect(verifiers.meta.handshake?.(request(verifyToken ?? ''))).toEqual(response);
  expect(verifiers.threads.handshake?.(request(verifyTokenOf('of-threads')))).toEqual(response);
  expect(verifiers.meta.handshake?.(request(verifyTokenOf('of-threads')))).toBeNull();
  expect(verifiers.meta.handshake?.(request(''))).toBeNull();
  expect(verifiers.meta.handshake?.({})).toBeNull();
  for (const challenge of [null, ['1'], '<script>', 'a b', ''])
    expect(verifiers.meta.handshake?.(request(verifyTokenOf('of-facebook'), challenge))).toBeNull();
});

it('signs the challenges of X and LinkedIn', () => {
  const token = 'TOKEN-123==';
  const response_token = `sha256=${mac('of-x', token).digest('base64')}`;
  expect(verifiers.twitter.handshake?.({ crc_token: token })).toEqual({
    type: 'application/json',
    body: JSON.stringify({ response_token }),
  });
  const challengeCode = '890e4665-4dfe-4ab1-b689-ed553bceeed0';
  const challengeResponse = mac('of-linkedin', challengeCode).digest('hex');
  expect(verifiers.linkedin.handshake?.({ challengeCode })).toEqual({
    type: 'application/json',
    body: JSON.stringify({ challengeCode, challengeResponse }),
  });
  expect('handshake' in verifiers.tiktok).toBe(false);
});

it('does not sign a challenge that could be a delivery', () => {
  const body = JSON.stringify({ data: { filter: { user_id: '44' } } });
  expect(verifiers.twitter.handshake?.({ crc_token: body })).toBeNull();
  expect(verifiers.linkedin.handshake?.({ challengeCode: `hmacsha256=${body}` })).toBeNull();
  expect(verifiers.linkedin.handshake?.({ challengeCode: 'hmacsha256=12' })).toBeNull();
});
