import { platforms } from '@posthorn/contracts/shared/platform';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { ACCOUNT_SERVER } from '../../read-models/accounts/account-list.projection.ts';
import { RenewTokens } from './renew-tokens.ts';

/**
 * Renews tokens before they end. It is leased work, so a hanging platform delays no other. The due time is stored beside the secret and
 * moves with each stored secret. The lease keeps two workers from one account. `Credentials` ensures that a refresh token is used once.
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
    // Longer than the lease of a secret: after a crash the next process need not wait for that as well.
    lease: 60_000,
    server: ACCOUNT_SERVER,
    // An account is not due while its credentials are being changed.
    ripe: 'due.due_at <= now() and (due.changing_until is null or due.changing_until <= clock_timestamp())',
  },
  platforms,
  // One owner or one server gets at most half of them.
  slots: 8,
  // Days are left. At shutdown one call may still be answered, and its tokens are then the only valid ones.
  times: { tick: 60_000, renewLease: 20_000, firstRetry: 15 * 60_000, drain: 10_000 },
  // Fresh tokens set their own due time, which the result of this run does not change.
  run: ({ accountId }, { renew }) => renew.renew(accountId),
});
