import type { Platform } from '@posthorn/contracts/shared/platform';
import { useSuspenseQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Plus from 'lucide-react/icons/plus';
import { platformsQuery } from '#lib/platforms-query.ts';
import { Button } from '#ui/button.tsx';
import { PlatformIcon } from '#ui/platform-icon.tsx';

/** Where accounts can be connected, and below it where not and why. The links leave for the platform's own page. */
export function ConnectList() {
  const { data: platforms } = useSuspenseQuery(platformsQuery);
  const open = platforms.filter(({ configured }) => configured);
  // Where there is nothing to connect at all, the link page is the place to name it.
  const missing = platforms.filter(({ configured, connectPath }) => !configured && connectPath !== null);
  return (
    <>
      <h3 id="connect-an-account" className="mt-5 text-sm font-semibold">
        Connect an account
      </h3>
      <ul
        className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-2 md:grid-cols-3"
        aria-labelledby="connect-an-account"
      >
        {open.map(({ platform, name, connectPath }) => (
          <ConnectItem key={platform} platform={platform} name={name} path={connectPath} />
        ))}
        {open.flatMap(({ platform, alsoBy = [] }) =>
          alsoBy.map((way) => <ConnectItem key={way.path} platform={platform} {...way} isLong />),
        )}
      </ul>
      {missing.length > 0 && (
        <details className="group mt-4 text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-muted">
            <ChevronDown aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-180" />
            Not available on this server ({missing.length})
          </summary>
          <dl className="space-y-2 pb-1">
            {missing.map(({ platform, name, reason }) => (
              <div key={platform}>
                <dt className="font-medium">{name}</dt>
                <dd className="text-muted [overflow-wrap:anywhere]">{reason}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

type ConnectItemProps = Readonly<{
  platform: Platform;
  name: string;
  path: string | null;
  /** Its name needs a line of its own where there is little room. */
  isLong?: boolean;
}>;

function ConnectItem({ platform, name, path, isLong = false }: ConnectItemProps) {
  return (
    <li className={isLong ? 'max-md:col-span-full' : undefined}>
      <Button asChild className="h-full w-full justify-start px-3">
        <a href={path ?? undefined}>
          <PlatformIcon platform={platform} />
          <span className="flex-1 text-left">
            <span className="sr-only">Connect </span>
            {name}
          </span>
          <Plus aria-hidden />
        </a>
      </Button>
    </li>
  );
}
