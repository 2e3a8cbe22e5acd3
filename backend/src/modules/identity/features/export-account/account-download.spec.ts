import { PassThrough, Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import type { PersonalArchive } from '#infrastructure/export/personal-archive.ts';
import type { RateLimits } from '#infrastructure/http/rate-limits.ts';
import { AccountDownload } from './account-download.ts';
import type { ExportLinks } from './export-links.ts';

it('takes nobody for a fault who is gone before the first byte', async () => {
  const told: string[] = [];
  const links = {
    useUp: () => Promise.resolve(told.push('used up')),
    giveBack: () => Promise.resolve(told.push('given back')),
  };
  const [limits, archives] = [{}, {}];
  const download = new AccountDownload(
    links as unknown as ExportLinks,
    limits as RateLimits,
    archives as PersonalArchive,
  );
  const [archive, to] = [Readable.from(['zip']), new PassThrough()];
  to.destroy();
  await download.send(archive, 'token', to);
  expect([archive.destroyed, told]).toEqual([true, ['given back']]);
});
