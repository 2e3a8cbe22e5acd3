import type { ConnectMastodonRequest } from '@posthorn/contracts/integrations/accounts.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import type { FocusEvent } from 'react';
import { completedInstance } from '@posthorn/contracts/integrations/instance-url';
import { useForm } from 'react-hook-form';
import { fieldsOf } from '#lib/api-client.ts';
import { required } from '#lib/checks.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { useConnectMastodon } from '../api/change-accounts.ts';
import { ConnectForm, connectFeedback } from './connect-form.tsx';

// Whether an address is a good one depends on what this installation allows; the server says so.
const checks = {
  instance: required(CONNECT_TEXT.instanceRequired),
  accessToken: required(CONNECT_TEXT.accessTokenRequired),
};
const SCOPES = 'read:accounts read:statuses read:notifications write:statuses write:media';

type MastodonFormProps = Readonly<{ state: string | undefined; onConnected: () => void }>;

export function MastodonForm({ state, onConnected }: MastodonFormProps) {
  const connect = useConnectMastodon();
  const { register, handleSubmit, setValue, formState } = useForm({
    defaultValues: { instance: '', accessToken: '' },
  });
  const refused = fieldsOf(connect.error);

  const submit = handleSubmit((fields) => {
    const request: ConnectMastodonRequest = { ...fields, ...(state !== undefined && { state }) };
    connect.mutate(request, connectFeedback('mastodon', CONNECT_TEXT.mastodonFailed, onConnected));
  });

  return (
    <ConnectForm
      platform="mastodon"
      fallback={CONNECT_TEXT.mastodonFailed}
      connect={connect}
      onSubmit={submit}
    >
      <ol className="list-decimal space-y-1 pl-5 text-sm text-muted marker:text-muted">
        <li>On your instance, open Preferences, then Development.</li>
        <li>
          Under Your applications make a new one with the scopes{' '}
          <code className="rounded bg-sunken px-1 py-0.5 text-ink">{SCOPES}</code>.
        </li>
        <li>Open it and copy “Your access token”.</li>
      </ol>
      <Field
        label="Instance URL"
        hint="For example mastodon.social"
        error={formState.errors.instance?.message ?? refused.instance}
      >
        {(field) => (
          <Input
            {...field}
            {...register('instance', {
              validate: checks.instance,
              setValueAs: completedInstance,
              onBlur: ({ target }: FocusEvent<HTMLInputElement>) => {
                setValue('instance', completedInstance(target.value));
              },
            })}
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Access Token" error={formState.errors.accessToken?.message ?? refused.accessToken}>
        {(field) => (
          <Input
            {...field}
            {...register('accessToken', { validate: checks.accessToken })}
            type="password"
            autoComplete="off"
          />
        )}
      </Field>
    </ConnectForm>
  );
}
