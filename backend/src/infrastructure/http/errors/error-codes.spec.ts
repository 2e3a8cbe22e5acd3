import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@posthorn/contracts/shared/error-codes';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

it('documents only codes that the source of the product contains', () => {
  const folder = join(repositoryRoot(), 'backend/src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.spec.') && !file.includes('document'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');
  expect(Object.keys(ERROR_CODES).filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
});
