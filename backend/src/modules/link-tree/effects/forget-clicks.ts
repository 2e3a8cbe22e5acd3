import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { KeepBanner } from './banners/keep-banner.ts';

/** Releases the files of requests that stopped before they appended an event. */
export const LinkTreeHousekeeping = defineHousekeeping({
  name: 'link-tree.housekeeping',
  logger: 'link-tree',
  needs: { banners: KeepBanner },
  steps: ({ banners }) => [() => banners.settleOld()],
});
