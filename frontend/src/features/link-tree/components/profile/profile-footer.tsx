import { BRAND } from '@posthorn/contracts/shared/brand';
import type { PublicUserView } from '@posthorn/contracts/identity/public-user.http';
import { Link } from '@tanstack/react-router';
import { UpgradeLink } from '#ui/upgrade-link.tsx';
import { PROFILE_SCREEN_TEXT as TEXT } from '../../messages/profile.en.ts';

const LINK = 'inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4';

type Props = Readonly<{ user: PublicUserView; isOwn: boolean; viewer: string }>;

/** On the free plan, shows the product's name and links the viewer to their own page or profile. For a Premium user, shows only the user. */
export function ProfileFooter({ user: { username, isPremium, stats }, isOwn, viewer }: Props) {
  if (isPremium)
    return (
      <footer className="border-t pt-4 text-center text-sm text-muted">
        {TEXT.connectWith(username, stats.platforms)}
      </footer>
    );
  return (
    <footer className="flex flex-wrap items-center justify-center gap-x-3 border-t pt-4 text-sm text-muted">
      <span>{TEXT.madeWith(BRAND.name)}</span>
      {isOwn ? (
        <>
          <Link to="/settings/link-page" className={LINK}>
            {TEXT.getYourOwn}
          </Link>
          <UpgradeLink />
        </>
      ) : (
        <Link to="/profile/$username" params={{ username: viewer }} className={LINK}>
          {TEXT.getYourOwn}
        </Link>
      )}
    </footer>
  );
}
