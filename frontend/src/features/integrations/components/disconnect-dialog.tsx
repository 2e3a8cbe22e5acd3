import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { useQuery } from '@tanstack/react-query';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { scheduledOnQuery } from '../api/scheduled-on.ts';
import { ACCOUNTS_TEXT } from '../messages/accounts.en.ts';

type DisconnectDialogProps = Readonly<{ account: AccountView; onClose: () => void; onConfirm: () => void }>;

/** Asks before an account is disconnected. Shows the number of scheduled posts of the account, or a general text while it loads. */
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
