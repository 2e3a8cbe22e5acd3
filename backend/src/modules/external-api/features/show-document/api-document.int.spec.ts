import { createHash } from 'node:crypto';
import { API_REFERENCE_PATH, openApiDocument } from '@posthorn/contracts/external/external.http';
import { TestTokens, tokenOf } from '#infrastructure/testing/test-tokens.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import type { ApiDocument } from '../../document/read-document.ts';
import { ExternalApiModule } from '../../external-api.module.ts';

let product: Booted;
beforeAll(async () => {
  product = await boot([ExternalApiModule, TestTokens], { database: true, rawOrigin: true });
}, 60_000);
afterAll(() => product.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  request(product.url).get(path).set(headers);

it("serves the document publicly, with this installation's URL, and returns 304 when it is unchanged", async () => {
  const answer = await get(openApiDocument.path).expect(200);
  const { servers, paths } = answer.body as ApiDocument;
  const headers = answer.headers as Readonly<Record<string, string>>;
  expect(servers).toEqual([{ url: expect.stringMatching(/^https?:\/\/.+\/api\/external$/u) }]);
  expect(paths['/posts']?.['post']?.operationId).toBe('createPost');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['cache-control']).toBe('public, max-age=300');
  const etag = String(headers['etag']);
  const again = await get(openApiDocument.path, { 'if-none-match': etag }).expect(304);
  expect([again.headers['etag'], again.text]).toEqual([etag, '']);
  await get(openApiDocument.path, { 'if-none-match': 'W/"other"' }).expect(200);
});

it('ignores cookies and tokens in requests for the document, and opens no other path', async () => {
  const cookie = { 'x-test-user': 'ana', cookie: '__Host-session=whatever' };
  const [plain, signedIn] = [await get(openApiDocument.path), await get(openApiDocument.path, cookie)];
  expect(signedIn.text).toBe(plain.text);
  await get(openApiDocument.path, { authorization: `Bearer ${tokenOf('ana')}x` }).expect(200);
  await get(`${openApiDocument.path}/../me`).expect(401);
  await request(product.url).post(openApiDocument.path).expect(404);
});

it('serves the page with a policy that allows its own style and no script', async () => {
  const { headers, text } = await get(API_REFERENCE_PATH, { accept: 'text/html' }).expect(200);
  const style = /<style>([\s\S]*?)<\/style>/u.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(`style-src 'sha256-${hash}'`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script-src');
  await get(API_REFERENCE_PATH, { 'if-none-match': String(headers['etag']) }).expect(304);
});

it('gives each error the URL of its explanation', async () => {
  const refused = await get('/api/external/me').expect(401);
  const { type } = refused.body as { type: string };
  const { pathname, hash } = new URL(type);
  const { text } = await get(pathname, { accept: 'text/html' }).expect(200);
  expect(text).toContain(`id="${hash.slice(1)}"`);
});
