import { BRAND } from '@posthorn/contracts/shared/brand';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import CalendarDays from 'lucide-react/icons/calendar-days';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import Keyboard from 'lucide-react/icons/keyboard';
import LayoutList from 'lucide-react/icons/layout-list';
import LinkIcon from 'lucide-react/icons/link';
import Mail from 'lucide-react/icons/mail';
import Settings from 'lucide-react/icons/settings';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { NoticesBell } from '#features/notifications/components/notices-bell.tsx';
import { postCountsQuery } from '#features/scheduling/api/posts.ts';
import { postsNeedYou } from '#features/scheduling/messages/attention.en.ts';
import { classNames } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { useMedia } from '#lib/use-media.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import type { Icon } from '#ui/icon.ts';
import { Main } from '#ui/landmark.tsx';
import { Logo } from '#ui/logo.tsx';
import { Part } from '#ui/part.tsx';
import { ProBadge } from '#ui/pro-badge.tsx';
import { APP_TEXT } from './messages.en.ts';

const InboxBadge = lazyPart(
  async () => (await import('#features/inbox/components/inbox-badge.tsx')).InboxBadge,
);
const InboxNewCount = lazyPart(
  async () => (await import('#features/inbox/components/inbox-badge.tsx')).InboxNewCount,
);
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp }));

/** From this width on, the navigation is at the side. The `md:` classes use the same width. */
const DESK = '(min-width: 48rem)';
const LINK_PAGE = '/settings/link-page';
const EXACT = { exact: true } as const;

/** The frame of all screens, with the navigation at the bottom on a phone and at the side on a desktop. */
export function AppShell({ user, children }: { user: UserView; children: ReactNode }) {
  const name = user.firstName ?? user.username;
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const { data: counts } = useQuery(postCountsQuery);
  const attention = counts?.attention ?? 0;
  const [help, setHelp] = useState(false);
  useShellShortcuts(setHelp);
  const isDesk = useMedia(DESK);
  const bell = <NoticesBell zone={user.timezone} />;
  return (
    <div className="md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-60 rounded-lg bg-surface px-4 py-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {APP_TEXT.skip}
      </a>
      <div className="fixed inset-x-0 bottom-0 z-30 border-t bg-surface pb-[env(safe-area-inset-bottom)] md:sticky md:inset-auto md:top-(--banner) md:flex md:h-[calc(100dvh-var(--banner))] md:flex-col md:border-t-0 md:border-r md:p-4">
        <div className="mb-6 hidden items-center gap-3 px-2 pt-2 md:flex">
          <Logo />
          <span className="mr-auto text-lg font-semibold tracking-tight">{BRAND.name}</span>
          {isDesk && bell}
        </div>
        <nav aria-label={APP_TEXT.navigation} className="flex md:flex-col md:gap-1">
          <NavLink
            to="/posts"
            icon={LayoutList}
            also="/"
            news={attention > 0 ? postsNeedYou(attention) : null}
          >
            {APP_TEXT.posts}
          </NavLink>
          <NavLink to="/calendar" icon={CalendarDays}>
            {APP_TEXT.calendar}
          </NavLink>
          <NavLink to="/inbox" icon={Mail} badge={<InboxBadge />}>
            {APP_TEXT.inbox}
            <Part trouble="silent">
              <InboxNewCount />
            </Part>
          </NavLink>
          {isDesk && (
            <>
              <NavLink to="/analytics" icon={ChartNoAxesColumn}>
                {APP_TEXT.analytics}
              </NavLink>
              <NavLink to={LINK_PAGE} icon={LinkIcon}>
                {APP_TEXT.linkPage}
              </NavLink>
            </>
          )}
          <NavLink to="/settings" except={isDesk ? LINK_PAGE : undefined} icon={Settings}>
            {APP_TEXT.settings}
          </NavLink>
        </nav>
        <Button
          variant="quiet"
          className="mt-auto mb-3 hidden justify-start px-3 text-muted md:flex"
          onClick={() => {
            setHelp(true);
          }}
        >
          <Keyboard aria-hidden />
          {APP_TEXT.shortcuts}
        </Button>
        <Link
          to="/profile/$username"
          params={{ username: user.username }}
          className="hidden items-center gap-3 rounded-xl px-2 py-1 hover:bg-sunken md:flex"
        >
          <Avatar name={fullName || user.username} photo={user.profileImageUrl} className="size-9" />
          <span className="min-w-0 text-sm">
            <span className="sr-only">{APP_TEXT.profile}</span>
            <span className="flex items-center gap-2 font-medium">
              <span className="truncate">{name}</span>
              {user.isPremium && <ProBadge />}
            </span>
            <span className="block truncate text-muted">
              {user.isPremium ? APP_TEXT.premium : APP_TEXT.free}
            </span>
          </span>
        </Link>
      </div>
      <Main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-3xl px-side pt-3.5 sm:pt-5 lg:has-data-sided:max-w-5xl min-[90rem]:has-data-roomy:max-w-[88rem] pb-28 outline-none sm:px-6 md:px-8 md:pt-8 md:pb-16"
      >
        {/* On a phone, the bell is next to the heading, because a separate line would push every screen down. Only one bell is rendered,
         * because a second bell would announce everything twice.
         */}
        {!isDesk && <div className="relative float-right -mt-2.5 -mr-side -mb-4">{bell}</div>}
        {children}
      </Main>
      <Suspense>
        {help && (
          <ShortcutHelp
            onClose={() => {
              setHelp(false);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function useShellShortcuts(setHelp: (open: boolean) => void): void {
  const navigate = useNavigate();
  useShortcuts(
    useMemo(() => {
      // If the screen is already open, its list returns to the top, and the card with the focus may disappear.
      const go = (to: '/posts' | '/calendar' | '/inbox' | '/settings') => () =>
        void navigate({ to }).then(() => {
          document.querySelector('h1')?.focus();
        });
      return {
        c: () =>
          void navigate({
            to: '/posts',
            // Keeps the filter of the list of posts. On other screens, these parameters are absent.
            search: ({ filter, q, post }) => ({
              ...(filter && { filter }),
              ...(q && { q }),
              ...(post && { post }),
              compose: true,
            }),
          }),
        'g p': go('/posts'),
        'g l': go('/calendar'),
        'g i': go('/inbox'),
        'g s': go('/settings'),
        '?': () => {
          setHelp(true);
        },
      };
    }, [navigate, setHelp]),
    true,
  );
}

type NavLinkProps = Readonly<{
  to: '/posts' | '/calendar' | '/inbox' | '/analytics' | typeof LINK_PAGE | '/settings';
  also?: '/';
  /** A screen below `to` that has its own link. */
  except?: typeof LINK_PAGE | undefined;
  icon: Icon;
  /** A text about new items on the screen. The icon shows a dot, and screen readers get the text. */
  news?: string | null;
  /** A badge on the icon, or at the end of the line on wide screens. */
  badge?: ReactNode;
  children: ReactNode;
}>;

function NavLink({ to, also, except, icon: Picture, news = null, badge, children }: NavLinkProps) {
  const here = useLocation({
    select: ({ pathname }) => pathname === also || (pathname !== except && pathname.startsWith(to)),
  });
  return (
    <Link
      to={to}
      // `exact`, because the router would otherwise also mark links to parent screens.
      activeOptions={EXACT}
      aria-current={here ? 'page' : undefined}
      className={classNames(
        'flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[min(0.75rem,4.6vw)] font-medium md:relative md:min-h-11 md:flex-none md:flex-row md:justify-start md:gap-3 md:rounded-xl md:px-3 md:text-sm md:hover:bg-sunken',
        here ? 'text-primary md:bg-sunken' : 'text-muted',
      )}
    >
      <span className={classNames('relative', badge !== undefined && 'md:static')}>
        <Picture aria-hidden className="size-5" />
        {news !== null && (
          <span
            aria-hidden
            title={news}
            className="absolute -top-1 -right-1.5 size-2.5 rounded-full border-2 border-surface bg-attention"
          />
        )}
        <Part trouble="silent">{badge}</Part>
      </span>
      <span>
        {children}
        {news !== null && <span className="sr-only">{`, ${news}`}</span>}
      </span>
    </Link>
  );
}
