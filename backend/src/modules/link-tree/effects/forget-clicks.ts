import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { KeepBanner } from './banners/keep-banner.ts';

/** Deletes what aborted requests have left behind. */
export const LinkTreeHousekeeping = defineHousekeeping({
  name: 'link-tree.housekeeping',
  logger: 'link-tree',
  needs: { banners: KeepBanner },
  steps: ({ banners }) => [() => banners.settleOld()],
});
