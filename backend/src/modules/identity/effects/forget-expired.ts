import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { AccountLinks } from '../stores/account-links/account-links.ts';
import { ExportLinks } from '../stores/account-exports/export-links.ts';
import { Sessions } from '../stores/sessions/sessions.ts';
import { SignInLinks } from '../stores/sign-in-links/sign-in-links.ts';

/** Deletes what can no longer be used. Some of these rows contain a mail address, perhaps of a person without an account. */
export const IdentityHousekeeping = defineHousekeeping({
  name: 'identity.housekeeping',
  logger: 'identity',
  needs: {
    signInLinks: SignInLinks,
    accountLinks: AccountLinks,
    exportLinks: ExportLinks,
    sessions: Sessions,
  },
  steps: ({ signInLinks, accountLinks, exportLinks, sessions }) => [
    () => signInLinks.forgetOld(),
    () => accountLinks.forgetOld(),
    () => exportLinks.forgetOld(),
    () => sessions.forgetOld(),
  ],
});
