import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { countScheduledOn } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { send } from '#lib/api-client.ts';
import { ACCOUNTS_TEXT } from '../messages/accounts.en.ts';

/** How many posts are still to come on an account; asked anew each time. */
const scheduledOnQuery = (id: number) =>
  queryOptions({
    queryKey: ['scheduled-on', countScheduledOn.path, id],
    queryFn: async ({ signal }) => {
      const { count } = await send(countScheduledOn, undefined, { params: { id }, signal });
      return count;
    },
    staleTime: 0,
    gcTime: 0,
  });

type DisconnectDialogProps = Readonly<{ account: AccountView; onClose: () => void; onConfirm: () => void }>;

/** Says how many posts were to go to the account; in general words until the server has counted them, or when it does not. */
export function DisconnectDialog({ account, onClose, onConfirm }: DisconnectDialogProps) {
  const { data: count } = useQuery(scheduledOnQuery(account.id));
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={ACCOUNTS_TEXT.ask(account.accountName, PLATFORM_NAMES[account.platform])}
      description={`${ACCOUNTS_TEXT.lost(count)} ${ACCOUNTS_TEXT.kept}`}
      confirm={ACCOUNTS_TEXT.disconnect}
      danger
      onConfirm={onConfirm}
    />
  );
}
