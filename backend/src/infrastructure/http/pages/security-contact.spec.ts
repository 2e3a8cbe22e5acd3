import { expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import request from 'supertest';
import type { RequestRefused } from '../errors/request-refused.ts';
import { securityContact } from './security-contact.ts';

const PATH = '/.well-known/security.txt';
const appFor = (contact: string | null) =>
  express()
    .use(securityContact('https://posts.example', contact, () => new Date('2030-01-01T17:45:00Z')))
    .use((error: RequestRefused, _request: Request, response: Response, next: NextFunction) => {
      if (response.headersSent) next(error);
      else response.status(error.getStatus()).json({ code: error.code });
    });

it('returns the contact for security reports, valid for less than a year', async () => {
  const { text, headers } = await request(appFor('mailto:security@posts.example')).get(PATH).expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(text).toBe(
    [
      'Contact: mailto:security@posts.example',
      'Expires: 2030-04-01T00:00:00.000Z',
      'Preferred-Languages: en',
      `Canonical: https://posts.example${PATH}`,
      '',
    ].join('\n'),
  );
});

it('returns 404 when no contact is configured', async () => {
  const response = await request(appFor(null)).get(PATH).expect(404);
  expect(response.body).toEqual({ code: 'request.not-found' });
});
