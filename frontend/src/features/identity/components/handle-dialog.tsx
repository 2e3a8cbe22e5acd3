import { PROFILE, PROFILE_TEXT } from '@posthorn/contracts/identity/profile.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { textLength } from '@posthorn/contracts/shared/text';
import { useForm, useWatch } from 'react-hook-form';
import { linkPageAddress } from '#lib/link-page-address.ts';
import { codeOf, fieldsOf, messageOf } from '#lib/api-client.ts';
import { first, maxText, pattern } from '#lib/checks.ts';
import { Dialog, DialogBody, DialogForm } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Note } from '#ui/note.tsx';
import { useUpdateProfile } from '../api/update-profile.ts';
import { PROFILE_DIALOG_TEXT as TEXT } from '../messages/profile.en.ts';
import { SaveOrCancel } from './save-or-cancel.tsx';

const check = first<string>(
  (handle) => textLength(handle.trim()) >= PROFILE.handleMin || PROFILE_TEXT.handleMin,
  maxText(PROFILE.handleMax, PROFILE_TEXT.handleMax),
  pattern(PROFILE.handlePattern, PROFILE_TEXT.handlePattern),
);
/** Returns a handle as the server stores it. */
const normalized = (handle: string) => handle.trim().toLowerCase();

type HandleDialogProps = Readonly<{ user: UserView; onClose: () => void }>;

/** Chooses the handle, the unique name of the user's public page. */
export function HandleDialog({ user, onClose }: HandleDialogProps) {
  const addressOf = (handle: string) =>
    linkPageAddress(handle, user.pagesDomain).replace(/^https?:\/\//u, '');
  const { register, handleSubmit, control, formState } = useForm({
    defaultValues: { handle: user.handle ?? '' },
  });
  const typed = normalized(useWatch({ control, name: 'handle' }));
  const update = useUpdateProfile(user.id, ({ handle }) => ({
    title: PROFILE_TEXT.handleUpdated,
    description: TEXT.pageAt(addressOf(handle ?? typed)),
  }));
  const isTaken = codeOf(update.error) === 'identity.handle-taken';
  const refused = isTaken ? PROFILE_TEXT.handleTaken : fieldsOf(update.error)['handle'];
  const submit = handleSubmit(({ handle }) => {
    update.mutate({ handle: normalized(handle) }, { onSuccess: onClose });
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={user.handle === null ? TEXT.setHandle : TEXT.changeHandle}
      className="top-auto"
    >
      <DialogForm isSaving={update.isPending} onSubmit={(event) => void submit(event)}>
        <DialogBody className="space-y-4">
          <Field
            label={TEXT.handle}
            hint={check(typed) === true ? TEXT.address(addressOf(typed)) : TEXT.handleHint}
            error={formState.errors.handle?.message ?? refused}
          >
            {(field) => (
              <Input
                {...field}
                data-autofocus
                {...register('handle', {
                  validate: check,
                  onChange: () => {
                    update.reset();
                  },
                })}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          {user.handle !== null && typed !== user.handle && (
            <Note>{TEXT.leaves(addressOf(user.handle))}</Note>
          )}
          {update.error && refused === undefined && (
            <Note kind="error">{messageOf(update.error, PROFILE_TEXT.handleFailed)}</Note>
          )}
        </DialogBody>
        <SaveOrCancel isSaving={update.isPending} onCancel={onClose} />
      </DialogForm>
    </Dialog>
  );
}
