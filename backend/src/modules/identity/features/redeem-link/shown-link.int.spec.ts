import { requestLink } from '@posthorn/contracts/identity/session.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bootIdentity, type BootedIdentity } from '../../testing/boot-identity.ts';

it.each([
  ['other machines can reach its URL', { PUBLIC_URL: 'https://posts.example.com' }],
  ['the server accepts connections from other machines', { BIND_ADDRESS: '0.0.0.0' }],
])('does not return the link when %s', async (_why, env) => {
  const product = await bootIdentity({ env });
  try {
    const reply = await product
      .browser()
      .send('POST', requestLink.path, { json: { email: 'ana@example.com' } });
    expect(reply.status).toBe(202);
    expect(reply.body).not.toHaveProperty('link');
  } finally {
    await product.close();
  }
});

describe('on one machine', () => {
  let product: BootedIdentity;
  beforeAll(async () => {
    product = await bootIdentity();
  });
  afterAll(() => product.close());

  const requestLinkWith = async (headers: Record<string, string>) => {
    await product.reset();
    return product.browser().send('POST', requestLink.path, { json: { email: 'ana@example.com' }, headers });
  };

  it('returns the link to our own pages and to programs', async () => {
    expect((await requestLinkWith({})).body).toHaveProperty('link');
    expect((await requestLinkWith({ origin: product.url })).body).toHaveProperty('link');
  });

  // A tunnel such as ngrok or cloudflared calls from this machine and may send our own name as Host.
  it.each([
    ['a forwarded address', { 'x-forwarded-for': '198.51.100.7' }],
    ['a forwarded host', { 'x-forwarded-host': 'abc.tunnel.example' }],
    ['the standard header of proxies', { forwarded: 'for=198.51.100.7' }],
    ['the Via header of a proxy', { via: '1.1 tunnel' }],
    ['the header of a well-known tunnel', { 'cf-connecting-ip': '198.51.100.7' }],
    ['a page of another origin', { origin: 'https://abc.tunnel.example' }],
    ['a page of another port', { origin: 'http://localhost:1' }],
    ['a page of our host by another scheme', { origin: 'https://localhost:3000' }],
    ['a page of unknown origin', { origin: 'null' }],
  ])('does not return the link to a request with %s', async (_what, headers) => {
    const reply = await requestLinkWith(headers);
    expect(reply.status).toBe(202);
    expect(reply.body).not.toHaveProperty('link');
  });
});
