import { createFileRoute } from '@tanstack/react-router';
import { InboxSkeleton } from '#features/inbox/components/inbox-skeleton.tsx';
import type { InboxSearch } from '#features/inbox/model/inbox-filter.ts';
import { InboxScreen } from '#features/inbox/components/inbox-screen.tsx';

export const Route = createFileRoute('/_signed-in/inbox')({
  // The screen and the loader validate the values, so that the validation is not part of every first load.
  validateSearch: (search): InboxSearch => search,
  loader: ({ context: { queryClient }, location }) =>
    import('#features/inbox/api/load-inbox.ts').then(({ loadInbox }) =>
      loadInbox(queryClient, location.search),
    ),
  pendingComponent: InboxSkeleton,
  component: Inbox,
});

function Inbox() {
  return <InboxScreen search={Route.useSearch()} />;
}
