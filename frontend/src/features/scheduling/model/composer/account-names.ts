import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';

type Named = Pick<AccountView, 'platform' | 'accountName'>;

/** The platform's name, with the account's name where several accounts of that platform are selected. */
export function shortName(account: Named, among: readonly Named[]): string {
  const name = PLATFORM_NAMES[account.platform];
  const several = among.filter(({ platform }) => platform === account.platform).length > 1;
  return several ? `${name} (${account.accountName})` : name;
}

/** Platform and account, for users who do not see the layout. */
export const fullName = ({ platform, accountName }: Named): string =>
  `${PLATFORM_NAMES[platform]}, ${accountName}`;
