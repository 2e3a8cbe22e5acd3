import { useState, type SubmitEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';

type ConfirmTargetDialogProps = Readonly<{
  open: boolean;
  onOpenChange: (open: boolean) => void;
  platform: string;
  accountName: string;
  onConfirm: (permalink: string) => void;
}>;

/** A person has seen the post on the platform, and may say where. */
export function ConfirmTargetDialog({
  open,
  onOpenChange,
  platform,
  accountName,
  onConfirm,
}: ConfirmTargetDialogProps) {
  const [permalink, setPermalink] = useState('');
  const notLink = permalink.trim() !== '' && !/^https?:\/\/\S+$/u.test(permalink.trim());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (notLink) return;
    onConfirm(permalink.trim());
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`It is on ${platform}`}
      description={`You have seen this post at ${accountName}. It will be marked as posted and not sent again.`}
      className="top-auto sm:top-1/2"
    >
      <form onSubmit={submit} noValidate className="contents">
        <DialogBody>
          <Field
            label="Link to the post"
            optional
            error={notLink ? 'Please enter a link that begins with https://' : undefined}
          >
            {(field) => (
              <Input
                {...field}
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
            Cancel
          </Button>
          <Button type="submit" variant="primary">
            It is there
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
