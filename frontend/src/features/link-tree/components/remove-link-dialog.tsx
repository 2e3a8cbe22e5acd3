import type { OwnLinkView } from '@posthorn/contracts/link-tree/link-page.http';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { useRemoveLink } from '../api/change-page.ts';
import { EDITOR_TEXT } from '../editor.messages.en.ts';

const TEXT = EDITOR_TEXT.links;

export function RemoveLinkDialog({ link, onClose }: { link: OwnLinkView; onClose: () => void }) {
  const { mutate: remove } = useRemoveLink();
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={TEXT.removeAsk(link.title)}
      description={TEXT.removeHint}
      confirm={TEXT.remove}
      danger
      onConfirm={() => {
        remove(link.id);
      }}
    />
  );
}
