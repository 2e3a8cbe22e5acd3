import { PROFILE, PROFILE_TEXT } from '@posthorn/contracts/identity/profile.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { textLength } from '@posthorn/contracts/shared/text';
import { useForm, useWatch } from 'react-hook-form';
import { fieldsOf, messageOf } from '#lib/api-client.ts';
import { first, maxText } from '#lib/checks.ts';
import { Dialog, DialogBody, DialogForm } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useUpdateProfile } from '../api/update-profile.ts';
import { PROFILE_DIALOG_TEXT as TEXT } from '../messages/profile.en.ts';
import { SaveOrCancel } from './save-or-cancel.tsx';

const check = first<string>(
  (text) => textLength(text.trim()) >= PROFILE.personalityMin || PROFILE_TEXT.personalityMin,
  maxText(PROFILE.personalityMax, PROFILE_TEXT.personalityMax),
);

type PersonalityDialogProps = Readonly<{ user: UserView; onClose: () => void }>;

/** Edits the tone of replies that the AI model writes. */
export function PersonalityDialog({ user, onClose }: PersonalityDialogProps) {
  const update = useUpdateProfile(user.id, () => ({ title: PROFILE_TEXT.personalityUpdated }));
  const { register, handleSubmit, control, formState } = useForm({
    defaultValues: { personalityProfile: user.personalityProfile ?? '' },
  });
  const typed = useWatch({ control, name: 'personalityProfile' });
  const left = PROFILE.personalityMax - textLength(typed.trim());
  const refused = fieldsOf(update.error);
  const submit = handleSubmit((request) => {
    update.mutate(request, { onSuccess: onClose });
  });
  return (
    <Dialog open onOpenChange={onClose} title={TEXT.personality} className="top-auto">
      <DialogForm isSaving={update.isPending} onSubmit={(event) => void submit(event)}>
        <DialogBody className="space-y-4">
          <Field
            label={TEXT.personalityLabel}
            hint={left >= 0 ? TEXT.personalityHint(left) : TEXT.personalityTooLong(-left)}
            error={formState.errors.personalityProfile?.message ?? refused['personalityProfile']}
          >
            {(field) => (
              <Textarea
                {...field}
                {...register('personalityProfile', { validate: check })}
                data-autofocus
                placeholder={TEXT.personalityExample}
              />
            )}
          </Field>
          {update.error && Object.keys(refused).length === 0 && (
            <Note kind="error">{messageOf(update.error, PROFILE_TEXT.personalityFailed)}</Note>
          )}
        </DialogBody>
        <SaveOrCancel isSaving={update.isPending} onCancel={onClose} />
      </DialogForm>
    </Dialog>
  );
}
