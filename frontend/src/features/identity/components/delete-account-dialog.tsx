import { signOut, type UserView } from '@posthorn/contracts/identity/session.http';
import { useForm } from 'react-hook-form';
import { codeOf, messageOf } from '#lib/api-client.ts';
import { goToSection } from '#lib/go-to-section.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter, DialogForm } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { focusAfterDialog } from '#ui/focus-return.ts';
import { Input } from '#ui/input.tsx';
import { Note } from '#ui/note.tsx';
import { useDeleteAccount } from '../api/delete-account.ts';
import { DELETE_ACCOUNT_TEXT as TEXT } from '../messages/delete-account.en.ts';

type Props = Readonly<{ user: Pick<UserView, 'id' | 'username' | 'isPremium'>; onClose: () => void }>;

/** Explains the consequences. The user must type the username to confirm. */
export function DeleteAccountDialog({ user: { id, username, isPremium }, onClose }: Props) {
  const { mutate: remove, isPending, isSuccess, error } = useDeleteAccount(id);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { confirm: '' } });
  const submit = handleSubmit(({ confirm }) => {
    remove(confirm.trim());
  });
  // Stays busy until the next page loads, so that the user cannot submit twice.
  const isBusy = isPending || isSuccess;
  return (
    <Dialog open onOpenChange={onClose} title={TEXT.title} className="top-auto">
      <DialogForm isSaving={isBusy} onSubmit={(event) => void submit(event)}>
        <DialogBody className="space-y-4">
          <ul className="list-disc space-y-1 ps-5 text-sm">
            {TEXT.consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
            {isPremium && <li>{TEXT.premium}</li>}
          </ul>
          <Note>
            {TEXT.exportHint}
            <a
              href="#your-data"
              onClick={() => {
                focusAfterDialog(() => {
                  goToSection('your-data');
                });
                onClose();
              }}
              className="flex min-h-11 items-center text-primary underline underline-offset-4"
            >
              {TEXT.export}
            </a>
          </Note>
          <Field label={TEXT.label(username)} error={formState.errors.confirm?.message}>
            {(field) => (
              <Input
                {...field}
                {...register('confirm', {
                  validate: (typed) => typed.trim() === username || TEXT.wrong(username),
                })}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          {error && (
            <Note kind="error">
              {messageOf(error, TEXT.failed)}
              {codeOf(error) === 'identity.not-fresh' && (
                <a
                  href={signOut.path}
                  className="flex min-h-11 items-center text-primary underline underline-offset-4"
                >
                  {TEXT.logOut}
                </a>
              )}
            </Note>
          )}
        </DialogBody>
        <DialogFooter>
          <Button data-autofocus onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" variant="danger" disabled={isBusy}>
            {isBusy ? TEXT.deleting : TEXT.confirm}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
