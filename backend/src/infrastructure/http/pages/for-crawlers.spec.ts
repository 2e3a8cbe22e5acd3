import { expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { filesForCrawlers, FOUND_PAGES, productPages } from './for-crawlers.ts';

const site = 'https://posts.example';
const app = express().use(...filesForCrawlers(site));

it('shows crawlers what they may read, and where the sitemap is', async () => {
  const { text, headers } = await request(app).get('/robots.txt').expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text.split('\n')).toEqual([
    ...['User-agent: *', 'Disallow: /api/', 'Disallow: /media/', `Sitemap: ${site}/sitemap.xml`, ''],
  ]);
});

it('shows assistants what the product is, and where the documentation of its API is', async () => {
  const { text, headers } = await request(app).get('/llms.txt').expect(200);
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
  const [title, , summary] = text.split('\n');
  expect([title, summary]).toEqual(['# Posthorn', expect.stringMatching(/^> Posthorn publishes a post/u)]);
  const addresses = [...text.matchAll(/\]\((\S+)\)/gu)].map(([, address]) => address);
  expect(addresses).toEqual([
    ...[`${site}/docs/api`, `${site}/api/external/openapi.json`, `${site}/mcp`],
    ...[`${site}/`, `${site}/terms`, `${site}/privacy`],
  ]);
});

it('returns 404 for any other request', async () => {
  await request(app).post('/robots.txt').expect(404);
  await request(app).get('/robots.txt/more').expect(404);
});

it('lists the public pages', async () => {
  const { count, addresses } = productPages(site);
  expect(await count()).toBe(FOUND_PAGES.length);
  expect(await read(addresses(0, 100))).toEqual(FOUND_PAGES.map((path) => `${site}${path}`));
  expect(await read(addresses(1, 2))).toEqual([`${site}/login`, `${site}/subscribe`]);
});

async function read(stream: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const one of stream) all.push(one);
  return all;
}
