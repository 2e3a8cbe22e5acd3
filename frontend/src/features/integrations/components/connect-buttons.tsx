import { withReturnPath } from '@posthorn/contracts/integrations/consent';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Plus from 'lucide-react/icons/plus';
import { say, saying } from '#lib/saying.tsx';
import { platformsQuery } from '../api/platforms.ts';
import { Button } from '#ui/button.tsx';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { toast } from '#ui/toast-store.ts';
import { CONNECT_BUTTONS_TEXT as TEXT, CONNECT_WAYS } from '../messages/accounts.en.ts';

const Why = saying(async () => (await import('../messages/platform-reasons.en.ts')).PLATFORM_REASONS);

type ConnectButtonsProps = Readonly<{
  /** The id of the heading above the buttons. */
  labelledBy: string;
  /** The page that the user returns to after the consent. */
  back: string;
}>;

/** Links to the consent pages of the platforms. Platforms that cannot be connected follow, with the reason. */
export function ConnectButtons({ labelledBy, back }: ConnectButtonsProps) {
  const { data: platforms = [], isLoadingError, refetch } = useQuery(platformsQuery);
  if (isLoadingError)
    return (
      <p className="mt-2 text-sm">
        {TEXT.failed}{' '}
        <Button variant="link" size="inline" onClick={() => void refetch()}>
          {TEXT.again}
        </Button>
      </p>
    );
  const open = platforms.filter(({ configured, comingSoon }) => configured && !comingSoon);
  // Leaves out platforms that Posthorn can never connect. The user can add them as links on the link page.
  const missing = platforms.filter(
    ({ configured, comingSoon, connectPath }) => !configured && !comingSoon && connectPath !== null,
  );
  return (
    <>
      <ul
        className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-2 md:grid-cols-3"
        aria-labelledby={labelledBy}
      >
        {open.map(({ platform, name, connectPath }) => (
          <ConnectItem key={platform} platform={platform} name={name} path={connectPath} back={back} />
        ))}
        {open.flatMap(({ platform, alsoBy = [] }) =>
          alsoBy.map(({ name: message, code = null, path }) => {
            const name = say(CONNECT_WAYS, { code, message });
            return <ConnectItem key={path} platform={platform} name={name} path={path} back={back} isLong />;
          }),
        )}
        {platforms.map(
          ({ platform, name, comingSoon }) =>
            comingSoon && <ComingItem key={platform} platform={platform} name={name} />,
        )}
      </ul>
      {missing.length > 0 && (
        <details className="group mt-4 text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-muted">
            <ChevronDown aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-180" />
            {TEXT.missing(missing.length)}
          </summary>
          <dl className="space-y-2 pb-1">
            {missing.map(({ platform, name, reason, reasonSaid }) => (
              <div key={platform}>
                <dt className="font-medium">{name}</dt>
                <dd className="text-muted [overflow-wrap:anywhere]">
                  {reasonSaid && reason !== null ? (
                    <Why
                      said={{ ...reasonSaid, message: reason }}
                      {...(reasonSaid.values && { values: reasonSaid.values })}
                    />
                  ) : (
                    reason
                  )}
                </dd>
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
  back: string;
  /** The long name needs a separate line. */
  isLong?: boolean;
}>;

function ConnectItem({ platform, name, path, back, isLong = false }: ConnectItemProps) {
  return (
    <li className={isLong ? 'col-span-full' : undefined}>
      <Button asChild className="h-full w-full justify-start px-3">
        <a href={path === null ? undefined : withReturnPath(path, back)}>
          <PlatformBadge platform={platform} className="size-6 [&_svg]:size-4" />
          <span className="flex-1 text-left">
            <span className="sr-only">{TEXT.connect} </span>
            {name}
          </span>
          <Plus aria-hidden className="max-sm:hidden" />
        </a>
      </Button>
    </li>
  );
}

/** An announced platform. A click shows that it cannot be connected yet. */
function ComingItem({ platform, name }: Pick<ConnectItemProps, 'platform' | 'name'>) {
  return (
    <li>
      <Button
        className="h-full w-full justify-start px-3"
        onClick={() => {
          toast({ title: TEXT.comingSoon, description: TEXT.comingSoonHint(name) });
        }}
      >
        <PlatformBadge platform={platform} className="size-6 [&_svg]:size-4" />
        <span className="flex-1 text-left">
          <span className="sr-only">{TEXT.connect} </span>
          {name}
        </span>
      </Button>
    </li>
  );
}
