import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { platformsQuery } from '#features/integrations/api/platforms.ts';

/** Why the product cannot delete a post: the platform has no API for it, or the account was connected without the permission. */
type Hindrance = 'not-offered' | 'not-granted' | null;

/** Null also for accounts that the lists do not contain: then the server decides. `enabled`: false while the answer is not needed. */
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
