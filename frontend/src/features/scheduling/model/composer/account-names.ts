import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';

type Named = Pick<AccountView, 'platform' | 'accountName'>;

/** Returns the name of the platform, with the name of the account if `among` has several accounts of this platform. */
export function shortName(account: Named, among: readonly Named[]): string {
  const name = PLATFORM_NAMES[account.platform];
  const several = among.filter(({ platform }) => platform === account.platform).length > 1;
  return several ? `${name} (${account.accountName})` : name;
}

/** Returns the names of platform and account, for screen readers. */
export const fullName = ({ platform, accountName }: Named): string =>
  `${PLATFORM_NAMES[platform]}, ${accountName}`;
