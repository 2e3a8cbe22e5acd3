import { expect, it } from '@jest/globals';
import { session } from './session.ts';

it.each([
  ['postgres://ana@db/posthorn?application_name=mine', 'postgres://ana@db/posthorn?'],
  [
    'postgres://ana@db/posthorn?sslmode=require&application_name=mine&connect_timeout=3',
    'postgres://ana@db/posthorn?sslmode=require&connect_timeout=3',
  ],
  ['postgres://ana@db/posthorn', 'postgres://ana@db/posthorn'],
])('gives a session its own name, even if the URL contains another name: %s', (url, connectionString) => {
  expect(session(url, 'news')).toMatchObject({ connectionString, application_name: 'posthorn news' });
});
