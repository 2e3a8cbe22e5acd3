import { platforms } from '@posthorn/contracts/shared/platform';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { AccountPictures } from './account-pictures.ts';

/**
 * Fetches pictures of connected accounts. It is leased work: a repeated fetch does no harm, and connecting an
 * account does not wait for the picture.
 */
export const AccountPictureLoop = defineLeasedWork({
  name: 'account-picture',
  actor: 'fetch-pictures',
  loop: 'integrations.account-pictures',
  logger: 'accounts',
  needs: { pictures: AccountPictures },
  rows: {
    table: 'integrations.picture_fetch',
    columns: { accountId: 'bigint' },
    lease: 120_000,
  },
  platforms,
  slots: 2,
  times: { tick: 5_000, renewLease: 20_000, firstRetry: 60_000, drain: 5_000 },
  run: (_, { pictures }, lease) => pictures.run(lease),
});
