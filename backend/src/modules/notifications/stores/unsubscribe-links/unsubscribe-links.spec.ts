import { expect, it } from '@jest/globals';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { PersonalDigests } from '#infrastructure/vault/personal-digests.ts';
import { UnsubscribeLinks } from './unsubscribe-links.ts';

const digests = { digestOf: (text: string) => Promise.resolve(Buffer.from(`<${text}>`)) };
const links = new UnsubscribeLinks(
  digests as PersonalDigests,
  { publicUrl: 'https://posts.example' } as Configuration,
);
const base64 = (text: string): string => Buffer.from(text).toString('base64url');

/** The token of a link in mails that were sent. Tokens of this format must stay valid for ever. */
const SENT = `${base64('postFailed ana')}.${base64('<unsubscribe postFailed ana>')}`;

it('accepts the format of links in mails that were sent', async () => {
  expect(await links.to({ userId: 'ana', kind: 'postFailed' })).toBe(
    `https://posts.example/api/unsubscribe/${SENT}`,
  );
  expect(await links.read(SENT)).toEqual({ userId: 'ana', kind: 'postFailed' });
});

it.each([
  ['signed for another user', `${base64('postFailed eve')}.${base64('<unsubscribe postFailed ana>')}`],
  ['of an unknown kind', `${base64('bread ana')}.${base64('<unsubscribe bread ana>')}`],
  ['without a signature', base64('postFailed ana')],
])('refuses a link that is %s', async (_what, token) => {
  expect(await links.read(token)).toBeNull();
});
