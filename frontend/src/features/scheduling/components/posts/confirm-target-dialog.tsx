import { useState, type SubmitEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { CONFIRM_TEXT } from '../../messages/targets.en.ts';

type ConfirmTargetDialogProps = Readonly<{
  open: boolean;
  onOpenChange: (open: boolean) => void;
  platform: string;
  accountName: string;
  onConfirm: (permalink: string) => void;
}>;

/** The user confirms that the post is on the platform, and may enter the URL of the post. */
export function ConfirmTargetDialog({
  open,
  onOpenChange,
  platform,
  accountName,
  onConfirm,
}: ConfirmTargetDialogProps) {
  const [permalink, setPermalink] = useState('');
  const isInvalidLink = permalink.trim() !== '' && !/^https?:\/\/\S+$/u.test(permalink.trim());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isInvalidLink) return;
    onConfirm(permalink.trim());
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={CONFIRM_TEXT.title(platform)}
      description={CONFIRM_TEXT.description(accountName)}
      className="top-auto"
    >
      <form onSubmit={submit} noValidate className="contents">
        <DialogBody>
          <Field
            label={CONFIRM_TEXT.link}
            optional
            error={isInvalidLink ? CONFIRM_TEXT.linkNotValid : undefined}
          >
            {(field) => (
              <Input
                {...field}
                data-autofocus
                type="url"
                inputMode="url"
                placeholder="https://"
                value={permalink}
                onChange={(event) => {
                  setPermalink(event.target.value);
                }}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button
            onClick={() => {
              onOpenChange(false);
            }}
          >
            {CONFIRM_TEXT.cancel}
          </Button>
          <Button type="submit" variant="primary">
            {CONFIRM_TEXT.button}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
