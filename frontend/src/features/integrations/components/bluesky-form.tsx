import type { ConnectBlueskyRequest } from '@posthorn/contracts/integrations/accounts.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { useForm } from 'react-hook-form';
import { fieldsOf } from '#lib/api-client.ts';
import { required } from '#lib/checks.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { useConnectBluesky } from '../api/change-accounts.ts';
import { ConnectForm, connectFeedback } from './connect-form.tsx';

const checks = {
  handle: required(CONNECT_TEXT.handleRequired),
  appPassword: required(CONNECT_TEXT.appPasswordRequired),
};

type BlueskyFormProps = Readonly<{ state: string | undefined; onConnected: () => void }>;

export function BlueskyForm({ state, onConnected }: BlueskyFormProps) {
  const connect = useConnectBluesky();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { handle: '', appPassword: '' } });
  const refused = fieldsOf(connect.error);

  const submit = handleSubmit((fields) => {
    const request: ConnectBlueskyRequest = { ...fields, ...(state !== undefined && { state }) };
    connect.mutate(request, connectFeedback('bluesky', CONNECT_TEXT.blueskyFailed, onConnected));
  });

  return (
    <ConnectForm platform="bluesky" fallback={CONNECT_TEXT.blueskyFailed} connect={connect} onSubmit={submit}>
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
    </ConnectForm>
  );
}
