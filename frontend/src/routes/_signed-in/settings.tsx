import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { LegalLinks } from '#features/identity/components/legal-links.tsx';
import { useLinkedNews } from '#features/identity/hooks/use-linked-news.ts';
import { signInSearch, type SignInSearch } from '#features/identity/model/sign-in-search.ts';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { Sections } from '#ui/sections.tsx';
import { APP_TEXT } from '../-shell/messages.en.ts';
import { SETTINGS_SCREEN_TEXT } from './-settings/messages.en.ts';
import { loadSettings } from './-settings/load-settings.ts';
import { settingsSections } from './-settings/settings-sections.tsx';

/** `billing`: the user returns from Stripe's page for the subscription. */
type SettingsSearch = SignInSearch & Readonly<{ billing?: 'back' }>;

export const Route = createFileRoute('/_signed-in/settings')({
  validateSearch: (search): SettingsSearch => ({
    ...signInSearch(search),
    ...(search['billing'] === 'back' && { billing: 'back' }),
  }),
  // Not in `loaderDeps`: when the parameter leaves the URL, the screen would be rendered anew and lose its scroll position.
  loader: ({ context: { queryClient, user }, location: { search } }) =>
    loadSettings(queryClient, { userId: user.id, isBack: 'billing' in search && search.billing === 'back' }),
  component: SettingsScreen,
});

function SettingsScreen() {
  const search = Route.useSearch();
  const { user: known } = Route.useRouteContext();
  const { data } = useSuspenseQuery(currentUserQuery);
  const navigate = useNavigate();
  const onLinkedSeen = useCallback(() => {
    void navigate({ to: '/settings', search: {}, replace: true });
  }, [navigate]);
  useLinkedNews(search, onLinkedSeen);
  const onPlanSeen = useCallback(() => {
    void navigate({ to: '/settings', search: {}, replace: true, resetScroll: false });
  }, [navigate]);
  return (
    <div className="space-y-5">
      <header>
        <ScreenHeading>{APP_TEXT.settings}</ScreenHeading>
        <p className="text-muted">{SETTINGS_SCREEN_TEXT.hint}</p>
      </header>
      <Sections
        text={SETTINGS_SCREEN_TEXT}
        sections={settingsSections({
          user: data ?? known,
          search,
          isBack: search.billing === 'back',
          onPlanSeen,
        })}
      >
        <LegalLinks />
      </Sections>
    </div>
  );
}
