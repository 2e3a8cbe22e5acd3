import { expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { keepNextPage, takeNextPage } from './next-page.ts';

/** `/login`: shows the sign-in page. `/in`: completes the sign-in. */
const app = express()
  .get('/login', (asked, response) => {
    keepNextPage(asked, response);
    response.end();
  })
  .get('/in', (asked, response) => {
    response.redirect(303, takeNextPage(asked, response));
  });
function cookiesOf({ headers }: request.Response): readonly string[] {
  const cookies: unknown = headers['set-cookie'];
  return Array.isArray(cookies) ? cookies.map(String) : [];
}

/** Returns the page to which this URL of the sign-in page leads after the sign-in. */
async function arrival(address: string): Promise<string | undefined> {
  const [cookie = ''] = cookiesOf(await request(app).get(address));
  const { headers } = await request(app)
    .get('/in')
    .set('cookie', cookie.split(';')[0] ?? '');
  return headers['location'];
}

it.each(['/subscribe', '/settings?billing=back', '/posts/7/history'])('redirects to %s', async (page) => {
  expect(await arrival(`/login?next=${encodeURIComponent(page)}`)).toBe(page);
});

it.each([
  ...['//evil.example', '/\\evil.example', '\\\\evil.example', 'https://evil.example', 'javascript:alert(1)'],
  ...['/\t/evil.example', '/%09/evil.example', '/%2f/evil.example', '/..//evil.example', 'evil.example', ''],
  ...['/api/logout', '/media/1', ' /subscribe', '/subscribe\r\nset-cookie: a=b', `/${'a'.repeat(200)}`],
])('redirects to the start page for %j', async (page) => {
  expect(await arrival(`/login?next=${encodeURIComponent(page)}`)).toBe('/posts');
});

it('accepts one `next` parameter, but no list', async () => {
  expect(await arrival('/login?next=/subscribe&next=//evil.example')).toBe('/posts');
  expect(await arrival('/login?next[a]=/subscribe')).toBe('/posts');
  expect(await arrival('/login')).toBe('/posts');
});

it('redirects to the start page when the cookie contains another site', async () => {
  for (const page of [
    'next-page://evil.example',
    'next-page:https://evil.example',
    '/subscribe-without-mark',
  ]) {
    const cookie = `__Host-next=${Buffer.from(page).toString('base64url')}`;
    expect((await request(app).get('/in').set('cookie', cookie)).headers['location']).toBe('/posts');
  }
});

it('deletes the stored page after it was opened, and when a sign-in starts without a page', async () => {
  const [kept = ''] = cookiesOf(await request(app).get('/login?next=/subscribe'));
  expect(kept).toMatch(/^__Host-next=[\w-]+; Max-Age=3600; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/u);
  const cookie = kept.split(';')[0] ?? '';
  for (const path of ['/in', '/login'])
    expect(cookiesOf(await request(app).get(path).set('cookie', cookie))).toEqual([
      expect.stringMatching(/^__Host-next=;.* Expires=Thu, 01 Jan 1970/u),
    ]);
  expect(cookiesOf(await request(app).get('/login'))).toEqual([]);
});
