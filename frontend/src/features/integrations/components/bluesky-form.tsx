import { CONNECT_TEXT, type ConnectBlueskyRequest } from '@posthorn/contracts/integrations/accounts.http';
import { useForm } from 'react-hook-form';
import { codeOf, fieldsOf, messageOf } from '#lib/api-client.ts';
import { required } from '#lib/checks.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Note } from '#ui/note.tsx';
import { toast } from '#ui/toast-store.ts';
import { useConnectBluesky } from '../api/accounts.ts';

const checks = {
  handle: required(CONNECT_TEXT.handleRequired),
  appPassword: required(CONNECT_TEXT.appPasswordRequired),
};

type BlueskyFormProps = Readonly<{ state: string | undefined; onConnected: () => void }>;

export function BlueskyForm({ state, onConnected }: BlueskyFormProps) {
  const connect = useConnectBluesky();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { handle: '', appPassword: '' } });
  const refused = fieldsOf(connect.error);
  const failure = connect.error && messageOf(connect.error, CONNECT_TEXT.blueskyFailed);

  const submit = handleSubmit((fields) => {
    const request: ConnectBlueskyRequest = { ...fields, ...(state !== undefined && { state }) };
    connect.mutate(request, {
      onSuccess: ({ message }) => {
        toast({ title: 'Bluesky connected', description: message });
        onConnected();
      },
      onError: (error) => {
        toast({
          title:
            codeOf(error) === 'integrations.already-connected'
              ? CONNECT_TEXT.alreadyConnected
              : 'Connection Failed',
          description: messageOf(error, CONNECT_TEXT.blueskyFailed),
          variant: 'destructive',
        });
      },
    });
  });

  return (
    <form
      className="space-y-4"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label="Connect Bluesky"
    >
      <Field
        label="Handle"
        hint="For example ana.bsky.social"
        error={formState.errors.handle?.message ?? refused.handle}
      >
        {(field) => (
          <Input
            {...field}
            {...register('handle', { validate: checks.handle })}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            inputMode="url"
          />
        )}
      </Field>
      <Field
        label="App Password"
        hint={
          <>
            Not your sign-in password.{' '}
            <a
              className="font-medium text-primary underline underline-offset-4"
              href="https://bsky.app/settings/app-passwords"
              target="_blank"
              rel="noreferrer"
            >
              Create an app password<span className="sr-only"> on Bluesky (new tab)</span>
            </a>{' '}
            and paste it here; it looks like xxxx-xxxx-xxxx-xxxx.
          </>
        }
        error={formState.errors.appPassword?.message ?? refused.appPassword}
      >
        {(field) => (
          <Input
            {...field}
            {...register('appPassword', { validate: checks.appPassword })}
            type="password"
            autoComplete="off"
          />
        )}
      </Field>
      {failure && <Note kind="error">{failure}</Note>}
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        disabled={connect.isPending || connect.isSuccess}
      >
        {connect.isPending ? 'Connecting...' : 'Connect Bluesky'}
      </Button>
    </form>
  );
}
