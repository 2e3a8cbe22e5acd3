import { withReturnPath } from '@posthorn/contracts/integrations/consent';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plug from 'lucide-react/icons/plug';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { useHere } from '#lib/here.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { platformsQuery } from '#features/integrations/api/platforms.ts';
import { Button } from '#ui/button.tsx';

type ConnectLinkProps = Readonly<{
  target: Readonly<{ accountId: number; platform: Platform; accountName: string }>;
  word: 'Connect' | 'Reconnect';
  /** If set, the user returns to the card of this post. */
  postId?: number;
}>;

/** Links to the page that connects this account, which leads back to this screen. Prefers the path of the account over the path of its
 * platform. Links to Settings while both paths are unknown.
 */
export function ConnectLink({ target, word, postId }: ConnectLinkProps) {
  const { accountId, platform, accountName } = target;
  const { data: accounts } = useQuery(accountsQuery);
  const { data: platforms } = useQuery(platformsQuery);
  const back = useHere((search) => {
    if (postId === undefined) return;
    search.set('at', String(postId));
    // After the reconnect, the filter "attention" would hide the post.
    if (search.get('filter') === 'attention') search.delete('filter');
  });
  const path =
    accounts?.find(({ id }) => id === accountId)?.connectPath ??
    platforms?.find((one) => one.platform === platform)?.connectPath;
  const inside = (
    <>
      <Plug aria-hidden />
      {word}
      <span className="sr-only">
        {' '}
        ({PLATFORM_NAMES[platform]}, {accountName})
      </span>
    </>
  );
  return (
    <Button asChild>
      {path ? <a href={withReturnPath(path, back)}>{inside}</a> : <Link to="/settings">{inside}</Link>}
    </Button>
  );
}
