import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { currentUserQuery } from '#features/identity/api/current-user.ts';
import { ProfilePhoto } from '#features/identity/components/photo/profile-photo.tsx';
import { SetHandle } from '#features/identity/components/set-handle.tsx';
import { linkPageQuery } from '#features/link-tree/api/link-page.ts';
import { CopyAddress } from '#features/link-tree/components/copy-address.tsx';
import { LinkPageEditor } from '#features/link-tree/components/link-page-editor.tsx';
import { ViewPage } from '#features/link-tree/components/view-page.tsx';
import { EDITOR_TEXT as TEXT } from '#features/link-tree/messages/editor.en.ts';
import { shownAddress } from '#features/link-tree/model/page-address.ts';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { linkPageAddress } from '#lib/link-page-address.ts';
import { Button } from '#ui/button.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';

export const Route = createFileRoute('/_signed-in/settings_/link-page')({
  loader: async ({ context: { queryClient } }) => {
    const { linkPageQuery: query } = await import('#features/link-tree/api/link-page.ts');
    await Promise.all([
      // Always reloads, because clicks and posts may have changed.
      queryClient.query({ ...query, staleTime: 0 }),
      queryClient.query({ ...accountsQuery, staleTime: 'static' }).catch(() => undefined),
    ]);
  },
  component: LinkPageScreen,
});

function LinkPageScreen() {
  const { user: loadedUser } = Route.useRouteContext();
  const { data } = useSuspenseQuery(currentUserQuery);
  const { data: page } = useSuspenseQuery(linkPageQuery);
  const user = data ?? loadedUser;
  return (
    <div data-sided className="space-y-5">
      <Button asChild variant="quiet" className="-ml-3">
        <Link to="/settings" hash="link-page">
          <ArrowLeft aria-hidden />
          {TEXT.back}
        </Link>
      </Button>
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <ScreenHeading>{TEXT.title}</ScreenHeading>
          <p className="text-muted">
            {user.handle === null ? TEXT.needsHandle : page.address && shownAddress(page.address)}
          </p>
        </div>
        {user.handle === null ? (
          <SetHandle user={user} />
        ) : (
          <PageAddress address={page.address ?? linkPageAddress(user.handle, user.pagesDomain)} />
        )}
      </header>
      <LinkPageEditor user={user} page={page} photo={<ProfilePhoto user={user} />} />
    </div>
  );
}

const PageAddress = ({ address }: { address: string }) => (
  <div className="flex flex-wrap gap-2">
    <ViewPage address={address} />
    <CopyAddress address={address} />
  </div>
);
