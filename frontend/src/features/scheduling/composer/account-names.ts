import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';

/** The platform's name, and the account's where several of that platform are chosen. */
export function shortName(account: AccountView, among: readonly AccountView[]): string {
  const name = PLATFORM_NAMES[account.platform];
  const several = among.filter(({ platform }) => platform === account.platform).length > 1;
  return several ? `${name} (${account.accountName})` : name;
}
