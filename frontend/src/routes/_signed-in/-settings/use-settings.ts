import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { useLinkedToast } from '#features/identity/hooks/use-linked-toast.ts';
import type { ScreenSection } from '#ui/sections.tsx';
import type { SettingsSearch } from './settings-search.ts';
import { settingsSections } from './settings-sections.tsx';

/** Returns the sections of Settings, for the page with all sections and for the screen with one section. */
export function useSettings(loadedUser: UserView, search: SettingsSearch): readonly ScreenSection[] {
  const { data } = useSuspenseQuery(currentUserQuery);
  const navigate = useNavigate();
  const onLinkedSeen = useCallback(() => {
    void navigate({ to: '.', search: {}, replace: true });
  }, [navigate]);
  useLinkedToast(search, onLinkedSeen);
  const onPlanSeen = useCallback(() => {
    void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  }, [navigate]);
  return settingsSections({
    user: data ?? loadedUser,
    search,
    isBack: search.billing === 'back',
    onPlanSeen,
  });
}
