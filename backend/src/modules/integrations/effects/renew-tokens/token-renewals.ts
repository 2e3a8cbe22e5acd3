import { platforms } from '@posthorn/contracts/shared/platform';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { ACCOUNT_SERVER } from '../../read-models/accounts/account-list.projection.ts';
import { RenewTokens } from './renew-tokens.ts';

/**
 * Renews tokens before they end: on leased work, so that a platform that hangs keeps nobody else waiting. When one is due stands beside its
 * secret and moves with each that is stored. The lease keeps two workers from one account; that a refresh token is used
 * once is the business of `Credentials`.
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
    // Longer than a secret is guarded: when a process died while it renewed, the next one need not wait for that as well.
    lease: 60_000,
    server: ACCOUNT_SERVER,
    // Nothing is due while somebody is changing them.
    ripe: 'due.due_at <= now() and (due.changing_until is null or due.changing_until <= clock_timestamp())',
  },
  platforms,
  // One owner's or one server's come to half of them.
  slots: 8,
  // There are days left. At the end of the process one call may still be answered: its tokens are the only ones by then.
  times: { tick: 60_000, renewLease: 20_000, firstRetry: 15 * 60_000, drain: 10_000 },
  // Fresh tokens bring their own due time, which no answer of this moves.
  run: ({ accountId }, { renew }) => renew.of(accountId),
});
