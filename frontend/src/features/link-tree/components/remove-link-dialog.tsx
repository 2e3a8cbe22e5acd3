import type { OwnLinkView } from '@posthorn/contracts/link-tree/link-page.http';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { useRemoveLink } from '../api/change-page.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';

const TEXT = EDITOR_TEXT.links;

type RemoveLinkDialogProps = Readonly<{ link: OwnLinkView; onRemove: () => void; onClose: () => void }>;

export function RemoveLinkDialog({ link, onRemove, onClose }: RemoveLinkDialogProps) {
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
        onRemove();
        remove(link.id);
      }}
    />
  );
}
