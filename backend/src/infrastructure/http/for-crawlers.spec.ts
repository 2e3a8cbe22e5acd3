import { expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { forCrawlers, FOUND_PAGES } from './for-crawlers.ts';

const site = 'https://posts.example';
const app = express().use(forCrawlers(site));

it('says what may be looked at, and where it is listed', async () => {
  const { text, headers } = await request(app).get('/robots.txt').expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text.split('\n')).toEqual([
    ...['User-agent: *', 'Disallow: /api/', 'Disallow: /media/', `Sitemap: ${site}/sitemap.xml`, ''],
  ]);
});

it('lists the pages that are for everybody', async () => {
  const { text, headers } = await request(app).get('/sitemap.xml').expect(200);
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect([...text.matchAll(/<loc>(.*?)<\/loc>/gu)].map(([, at]) => at)).toEqual(
    FOUND_PAGES.map((path) => `${site}${path}`),
  );
});

it('leaves everything else to others', async () => {
  await request(app).post('/robots.txt').expect(404);
  await request(app).get('/robots.txt/more').expect(404);
});
