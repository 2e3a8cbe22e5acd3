import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plug from 'lucide-react/icons/plug';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { platformsQuery } from '#lib/platforms-query.ts';
import { Button } from '#ui/button.tsx';

type ConnectLinkProps = Readonly<{
  target: Pick<TargetView, 'platform' | 'accountName'>;
  word: 'Connect' | 'Reconnect';
}>;

/** The way to where this account is connected; over Settings while nobody knows a shorter one. */
export function ConnectLink({ target: { platform, accountName }, word }: ConnectLinkProps) {
  const { data: platforms } = useQuery(platformsQuery);
  const path = platforms?.find((one) => one.platform === platform)?.connectPath;
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
    <Button asChild className="shrink-0">
      {path ? <a href={path}>{inside}</a> : <Link to="/settings">{inside}</Link>}
    </Button>
  );
}
