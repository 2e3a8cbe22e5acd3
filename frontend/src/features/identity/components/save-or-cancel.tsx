import { Button } from '#ui/button.tsx';
import { DialogFooter } from '#ui/dialog.tsx';
import { PROFILE_DIALOG_TEXT as TEXT } from '../messages/profile.en.ts';

/** The buttons at the bottom of a dialog with a form. */
export const SaveOrCancel = ({
  isSaving,
  onCancel,
}: Readonly<{ isSaving: boolean; onCancel: () => void }>) => (
  <DialogFooter>
    <Button onClick={onCancel}>{TEXT.cancel}</Button>
    <Button type="submit" variant="primary" disabled={isSaving}>
      {isSaving ? TEXT.saving : TEXT.save}
    </Button>
  </DialogFooter>
);
