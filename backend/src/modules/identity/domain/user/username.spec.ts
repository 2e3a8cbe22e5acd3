import { expect, it } from '@jest/globals';
import { usernameFor } from './username.ts';

it.each([
  ['ana@example.com', 'ana'],
  ['Ana.Lim@example.com', 'ana_lim'],
  ['ana.lim+posts@example.com', 'ana_lim'],
  ['josé@example.com', 'jose'],
  ['__ana__@example.com', 'ana'],
  ['jürgen@example.com', 'jurgen'],
  ['admin@example.com', 'user_admin'],
  ['wpad@example.com', 'user_wpad'],
  ['mta-sts@example.com', 'user_mta_sts'],
  ['ns1@example.com', 'user_ns1'],
  ['a@example.com', 'user_a'],
  ['日本@example.com', 'user'],
  [`${'long'.repeat(10)}@example.com`, 'long'.repeat(6)],
])('suggests a name for %s', (email, name) => {
  expect(usernameFor(email)).toBe(name);
});
