import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const file = new URL('second-log.json', import.meta.url);
const reasons = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;

it('lists only existing specs, each with a reason', () => {
  const missing = Object.keys(reasons).filter(
    (name) => !existsSync(new URL(`${name}.e2e.spec.ts`, import.meta.url)),
  );
  expect(missing).toEqual([]);
  expect(Object.values(reasons).filter((reason) => reason === '')).toEqual([]);
});
