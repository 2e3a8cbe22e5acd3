import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { WaitingChoices } from '../stores/account-choices/waiting-choices.ts';
import { AccountCleanup } from './leave-platforms/account-cleanup.ts';
import { TemporaryMedia } from '../stores/temporary-media/temporary-media.ts';
import { UploadAddressVault } from '../stores/upload-addresses/upload-addresses.ts';

/** Clears away what has run out, and what connections that broke off have left behind. */
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
    () => cleanup.ofUnfinished(),
    () => uploads.sweep(),
    () => media.sweep(),
    () => choices.sweep(),
  ],
});
