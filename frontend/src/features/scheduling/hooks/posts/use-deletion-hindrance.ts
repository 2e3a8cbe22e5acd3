import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { platformsQuery } from '#features/integrations/api/platforms.ts';

/** Why the product cannot delete a post: the platform has no API for it, or the account was connected without the permission. */
type Hindrance = 'not-offered' | 'not-granted' | null;

/** Also returns null for unknown accounts, because the server decides later. `enabled`: false while the caller does not need the result. */
export function useDeletionHindrance(
  enabled = true,
): (target: Pick<TargetView, 'platform' | 'accountId'>) => Hindrance {
  const { data: platforms } = useQuery({ ...platformsQuery, enabled });
  const { data: accounts } = useQuery({ ...accountsQuery, enabled });
  return ({ platform, accountId }) => {
    if (platforms?.find((one) => one.platform === platform)?.capabilities.deletePost === false)
      return 'not-offered';
    return accounts?.find(({ id }) => id === accountId)?.deletesPosts === false ? 'not-granted' : null;
  };
}
