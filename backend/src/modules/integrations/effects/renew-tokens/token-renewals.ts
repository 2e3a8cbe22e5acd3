import { platforms } from '@posthorn/contracts/shared/platform';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { ACCOUNT_SERVER } from '../../read-models/accounts/account-list.projection.ts';
import { RenewTokens } from './renew-tokens.ts';

/**
 * Renews tokens before they end. It is leased work, so a hanging platform does not delay other platforms. The
 * row of the secret contains the due time, which changes with each stored secret. Because of the lease, only
 * one worker renews an account at a time. `Credentials` ensures that a refresh token is used only once.
 */
export const TokenRenewals = defineLeasedWork({
  name: 'renewal',
  actor: 'renew-tokens',
  loop: 'integrations.renewals',
  logger: 'accounts',
  needs: { renew: RenewTokens },
  rows: {
    table: 'integrations.renewal',
    columns: { accountId: 'bigint' },
    // Longer than the lease of a secret. So after a crash, the secret's lease ends first, and the next
    // process need not wait for it.
    lease: 60_000,
    server: ACCOUNT_SERVER,
    // An account is not due while its credentials are being changed.
    ripe: 'due.due_at <= now() and (due.changing_until is null or due.changing_until <= clock_timestamp())',
  },
  platforms,
  // One owner or one server gets at most half of the slots.
  slots: 8,
  // Retries are slow, because days are left. A shutdown waits for running calls: new tokens in a response may
  // be the only valid tokens.
  times: { tick: 60_000, renewLease: 20_000, firstRetry: 15 * 60_000, drain: 10_000 },
  // Storing fresh tokens also sets the next due time. The result of this run does not overwrite it.
  run: ({ accountId }, { renew }) => renew.renew(accountId),
});
