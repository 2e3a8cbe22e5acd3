import { createFileRoute, Navigate, useLocation } from '@tanstack/react-router';
import { LegalLinks } from '#features/identity/components/legal-links.tsx';
import { LogOutButton } from '#features/identity/components/log-out-button.tsx';
import { useMedia } from '#lib/use-media.ts';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { Sections } from '#ui/sections.tsx';
import { APP_TEXT } from '../-shell/messages.en.ts';
import { loadSettingsLater } from './-settings/load-settings-later.ts';
import { SETTINGS_SCREEN_TEXT } from './-settings/messages.en.ts';
import { pathOfSection } from './-settings/section-path.ts';
import { SettingsList } from './-settings/settings-list.tsx';
import { settingsSearch, type SettingsSearch } from './-settings/settings-search.ts';
import { useSettings } from './-settings/use-settings.ts';

/** A window that is too narrow for the table of contents. */
const NARROW = '(width < 64rem)';

export const Route = createFileRoute('/_signed-in/settings')({
  validateSearch: settingsSearch,
  // The parameter is not in `loaderDeps`: when it disappears from the URL, the screen would render again and lose its scroll position.
  loader: ({ context: { queryClient, user }, location: { search } }) =>
    loadSettingsLater(queryClient, {
      userId: user.id,
      isBack: 'billing' in search && search.billing === 'back',
    }),
  component: SettingsScreen,
});

function SettingsScreen() {
  const search = Route.useSearch();
  const { user } = Route.useRouteContext();
  const sections = useSettings(user, search);
  const isNarrow = useMedia(NARROW);
  const requestedSection = sectionOf(search, useLocation({ select: ({ hash }) => hash }));
  if (isNarrow && sections.some(({ id }) => id === requestedSection))
    return (
      <Navigate
        to="/settings/$section"
        params={{ section: pathOfSection(requestedSection) }}
        search
        replace
      />
    );
  return (
    <div className="space-y-5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <ScreenHeading>{APP_TEXT.settings}</ScreenHeading>
          <p className="text-muted">{SETTINGS_SCREEN_TEXT.hint}</p>
        </div>
        <LogOutButton userId={user.id} />
      </header>
      {isNarrow ? (
        <SettingsList sections={sections} />
      ) : (
        <Sections text={SETTINGS_SCREEN_TEXT} sections={sections}>
          <LegalLinks />
        </Sections>
      )}
    </div>
  );
}

/** Returns the id of the section in the URL. */
function sectionOf({ billing, problem }: SettingsSearch, hash: string): string {
  if (billing) return 'plan';
  return problem === undefined ? hash : 'sign-in';
}
