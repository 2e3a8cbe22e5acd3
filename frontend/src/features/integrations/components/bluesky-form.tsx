import type { ConnectBlueskyRequest } from '@posthorn/contracts/integrations/accounts.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldsOf } from '#lib/api-client.ts';
import { required } from '#lib/checks.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Note } from '#ui/note.tsx';
import { useConnectBluesky } from '../api/connect-account.ts';
import { BLUESKY_TEXT } from '../messages/accounts.en.ts';
import { ConnectForm, type OnConnected } from './connect-form.tsx';

const checks = {
  handle: required(CONNECT_TEXT.handleRequired),
  appPassword: required(CONNECT_TEXT.appPasswordRequired),
};

/** The format of Bluesky's app passwords. */
const APP_PASSWORD = /^[a-z0-9]{4}(?:-[a-z0-9]{4}){3}$/iu;

type Fields = Readonly<{ handle: string; appPassword: string }>;
type BlueskyFormProps = Readonly<{
  state: string | undefined;
  /** The initial values of the fields; null: empty fields. */
  start: Fields | null;
  onConnected: OnConnected;
}>;

export function BlueskyForm({ state, start, onConnected }: BlueskyFormProps) {
  const connect = useConnectBluesky();
  const { register, handleSubmit, formState } = useForm<Fields>({
    defaultValues: start ?? { handle: '', appPassword: '' },
  });
  const refused = fieldsOf(connect.error);

  const [isDoubtful, setDoubtful] = useState(false);
  const send = handleSubmit((fields) => {
    const request: ConnectBlueskyRequest = { ...fields, ...(state !== undefined && { state }) };
    connect.mutate(request, {
      onSuccess: ({ already }) => {
        onConnected(already);
      },
    });
    setDoubtful(false);
  });
  const submit = handleSubmit(async (fields) => {
    if (APP_PASSWORD.test(fields.appPassword.trim())) await send();
    else setDoubtful(true);
  });

  return (
    <ConnectForm platform="bluesky" fallback={CONNECT_TEXT.blueskyFailed} connect={connect} onSubmit={submit}>
      <Field
        label={BLUESKY_TEXT.handle}
        hint={BLUESKY_TEXT.handleHint}
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
        label={BLUESKY_TEXT.password}
        hint={
          <>
            {BLUESKY_TEXT.passwordHint}{' '}
            <a
              className="font-medium text-primary underline underline-offset-4"
              href="https://bsky.app/settings/app-passwords"
              target="_blank"
              rel="noreferrer"
            >
              {BLUESKY_TEXT.createPassword}
              <span className="sr-only">{BLUESKY_TEXT.onBluesky}</span>
            </a>{' '}
            {BLUESKY_TEXT.passwordLook}
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
      {isDoubtful && (
        <Note kind="warning">
          <p>{CONNECT_TEXT.notAppPassword}</p>
          <Button variant="link" size="inline" onClick={() => void send()}>
            {BLUESKY_TEXT.anyway}
          </Button>
        </Note>
      )}
    </ConnectForm>
  );
}
