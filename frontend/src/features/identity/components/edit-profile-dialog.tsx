import { PROFILE, PROFILE_TEXT } from '@posthorn/contracts/identity/profile.http';
import { signOut, type UserView } from '@posthorn/contracts/identity/session.http';
import { useForm } from 'react-hook-form';
import { codeOf, fieldsOf, messageOf } from '#lib/api-client.ts';
import { first, maxText, pattern, required } from '#lib/checks.ts';
import { Dialog, DialogBody, DialogForm } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Note } from '#ui/note.tsx';
import { useUpdateProfile } from '../api/update-profile.ts';
import { PROFILE_DIALOG_TEXT as TEXT } from '../messages/profile.en.ts';
import { SaveOrCancel } from './save-or-cancel.tsx';

const nameMax = maxText(PROFILE.nameMax, PROFILE_TEXT.nameMax);
// Finds only typing errors. The server decides whether an e-mail address is valid.
const looksLikeAddress = pattern(/^\S+@\S+$/u, PROFILE_TEXT.emailNotValid);
const checks = {
  firstName: first(required(PROFILE_TEXT.firstNameRequired), nameMax),
  lastName: first(required(PROFILE_TEXT.lastNameRequired), nameMax),
};

type EditProfileDialogProps = Readonly<{ user: UserView; onClose: () => void }>;

/** Edits the names and the e-mail address. A new e-mail address is valid only after the user opens its confirmation link. */
export function EditProfileDialog({ user, onClose }: EditProfileDialogProps) {
  const update = useUpdateProfile(user.id, ({ pendingEmail }) =>
    pendingEmail !== null && pendingEmail !== user.pendingEmail
      ? { title: TEXT.askedTitle, description: TEXT.asked(pendingEmail) }
      : { title: PROFILE_TEXT.updated },
  );
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      firstName: user.firstName ?? '',
      lastName: user.lastName ?? '',
      email: user.email ?? '',
    },
  });
  const { errors } = formState;
  const refused = fieldsOf(update.error);
  const submit = handleSubmit(({ email, ...names }) => {
    // A user without an e-mail address may leave the field empty.
    const request = { ...names, ...(email.trim() !== '' && { email }) };
    update.mutate(request, { onSuccess: onClose });
  });
  return (
    <Dialog open onOpenChange={onClose} title={TEXT.edit} className="top-auto">
      <DialogForm isSaving={update.isPending} onSubmit={(event) => void submit(event)}>
        <DialogBody className="space-y-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={TEXT.firstName} error={errors.firstName?.message ?? refused['firstName']}>
              {(field) => (
                <Input
                  {...field}
                  {...register('firstName', { validate: checks.firstName })}
                  data-autofocus
                  autoComplete="given-name"
                />
              )}
            </Field>
            <Field label={TEXT.lastName} error={errors.lastName?.message ?? refused['lastName']}>
              {(field) => (
                <Input
                  {...field}
                  {...register('lastName', { validate: checks.lastName })}
                  autoComplete="family-name"
                />
              )}
            </Field>
          </div>
          <Field
            label={TEXT.email}
            hint={TEXT.emailHint}
            error={errors.email?.message ?? refused['email']}
            {...(user.email === null && { optional: true })}
          >
            {(field) => (
              <Input
                {...field}
                {...register('email', {
                  validate: (email) =>
                    (user.email === null && email.trim() === '') || looksLikeAddress(email),
                })}
                type="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          {update.error && Object.keys(refused).length === 0 && (
            <Note kind="error">
              {messageOf(update.error, PROFILE_TEXT.failed)}
              {codeOf(update.error) === 'identity.not-fresh' && (
                <a
                  href={signOut.path}
                  className="flex min-h-11 items-center text-primary underline underline-offset-4"
                >
                  {TEXT.signInAgain}
                </a>
              )}
            </Note>
          )}
        </DialogBody>
        <SaveOrCancel isSaving={update.isPending} onCancel={onClose} />
      </DialogForm>
    </Dialog>
  );
}
