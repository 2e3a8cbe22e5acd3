import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { WaitingChoices } from '../stores/account-choices/waiting-choices.ts';
import { AccountCleanup } from './leave-platforms/account-cleanup.ts';
import { TemporaryMedia } from '../stores/temporary-media/temporary-media.ts';
import { UploadAddressVault } from '../stores/upload-addresses/upload-addresses.ts';

/** Deletes expired rows, and cleans up after connections that were interrupted. */
export const IntegrationsHousekeeping = defineHousekeeping({
  name: 'integrations.housekeeping',
  logger: 'accounts',
  needs: {
    uploads: UploadAddressVault,
    media: TemporaryMedia,
    choices: WaitingChoices,
    cleanup: AccountCleanup,
  },
  steps: ({ uploads, media, choices, cleanup }) => [
    () => cleanup.cleanUpUnfinished(),
    () => uploads.sweep(),
    () => media.sweep(),
    () => choices.sweep(),
  ],
});
