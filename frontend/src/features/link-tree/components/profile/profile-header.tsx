import type { PublicUserView } from '@posthorn/contracts/identity/public-user.http';
import { Link } from '@tanstack/react-router';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ProBadge } from '#ui/pro-badge.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { PROFILE_SCREEN_TEXT as TEXT } from '../../messages/profile.en.ts';

type Props = Readonly<{ user: PublicUserView; isOwn: boolean; zone: string }>;

export function ProfileHeader({ user, isOwn, zone }: Props) {
  const { username, firstName, lastName, isPremium, personalityProfile, createdAt } = user;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  const joined = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: zone });
  return (
    <Card className="flex flex-col gap-4 sm:flex-row sm:items-start sm:gap-5">
      <Avatar name={name || username} photo={user.profileImageUrl} className="size-20" />
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <ScreenHeading className="min-w-0 wrap-anywhere">{TEXT.window(username)}</ScreenHeading>
          {isPremium && <ProBadge />}
        </div>
        {name && (
          <p dir="auto" className="font-medium wrap-anywhere">
            {name}
          </p>
        )}
        {personalityProfile !== null && (
          <p dir="auto" className="max-w-prose wrap-anywhere text-muted">
            {personalityProfile}
          </p>
        )}
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <CalendarClock aria-hidden className="size-4 shrink-0" />
          <time dateTime={createdAt}>{TEXT.joined(joined.format(new Date(createdAt)))}</time>
        </p>
      </div>
      {isOwn && (
        <Button asChild className="self-start">
          <Link to="/settings">{TEXT.edit}</Link>
        </Button>
      )}
    </Card>
  );
}
