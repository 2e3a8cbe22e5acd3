import { expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { FOUND_PAGES, productPages, robotsFile } from './for-crawlers.ts';

const site = 'https://posts.example';
const app = express().use(robotsFile(site));

it('says what crawlers may read, and where the sitemap is', async () => {
  const { text, headers } = await request(app).get('/robots.txt').expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text.split('\n')).toEqual([
    ...['User-agent: *', 'Disallow: /api/', 'Disallow: /media/', `Sitemap: ${site}/sitemap.xml`, ''],
  ]);
});

it('answers no other request', async () => {
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
