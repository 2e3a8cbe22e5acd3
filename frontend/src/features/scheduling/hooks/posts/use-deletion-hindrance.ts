import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { platformsQuery } from '#features/integrations/api/platforms.ts';

/** Why a post cannot be deleted from here: the platform has no way, or the account was connected without the permission. */
type Hindrance = 'not-offered' | 'not-granted' | null;

/** What the lists do not name is the server's business. `enabled`: false while nobody wants to know. */
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
