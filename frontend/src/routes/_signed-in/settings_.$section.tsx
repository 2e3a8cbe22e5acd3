import { createFileRoute, Link, Navigate } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Suspense } from 'react';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { loadSettingsLater } from './-settings/load-settings-later.ts';
import { SETTINGS_SCREEN_TEXT } from './-settings/messages.en.ts';
import { pathOfSection } from './-settings/section-path.ts';
import { settingsSearch } from './-settings/settings-search.ts';
import { useSettings } from './-settings/use-settings.ts';

export const Route = createFileRoute('/_signed-in/settings_/$section')({
  validateSearch: settingsSearch,
  loader: ({ context: { queryClient, user }, location: { search } }) =>
    loadSettingsLater(queryClient, {
      userId: user.id,
      isBack: 'billing' in search && search.billing === 'back',
    }),
  component: SectionScreen,
});

/** One section of Settings, for phones, because a page with all sections would be long. */
function SectionScreen() {
  const { section: path } = Route.useParams();
  const { user } = Route.useRouteContext();
  const section = useSettings(user, Route.useSearch()).find(({ id }) => pathOfSection(id) === path);
  if (!section) return <Navigate to="/settings" replace />;
  return (
    <div className="space-y-3">
      <Button asChild variant="quiet" className="-ml-3">
        <Link to="/settings">
          <ArrowLeft aria-hidden />
          {SETTINGS_SCREEN_TEXT.back}
        </Link>
      </Button>
      {/* Only for screen readers, because the card shows its title. */}
      <ScreenHeading className="sr-only">{section.title}</ScreenHeading>
      <Suspense>
        <Part shared>{section.content}</Part>
      </Suspense>
    </div>
  );
}
