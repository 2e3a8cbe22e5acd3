import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';

type Named = Pick<AccountView, 'platform' | 'accountName'>;

/** The platform's name, and the account's where several of that platform are chosen. */
export function shortName(account: Named, among: readonly Named[]): string {
  const name = PLATFORM_NAMES[account.platform];
  const several = among.filter(({ platform }) => platform === account.platform).length > 1;
  return several ? `${name} (${account.accountName})` : name;
}

/** Platform and account, for those who do not see where something stands. */
export const fullName = ({ platform, accountName }: Named): string =>
  `${PLATFORM_NAMES[platform]}, ${accountName}`;
