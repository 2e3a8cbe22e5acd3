import type { ConnectMastodonRequest } from '@posthorn/contracts/integrations/accounts.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { completedInstance } from '@posthorn/contracts/integrations/instance-url';
import type { FocusEvent } from 'react';
import { useForm } from 'react-hook-form';
import { fieldsOf, messageOf } from '#lib/api-client.ts';
import { required } from '#lib/checks.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Note } from '#ui/note.tsx';
import { useAuthorizeMastodon, useConnectMastodon } from '../api/connect-account.ts';
import { MASTODON_TEXT } from '../messages/accounts.en.ts';
import { ConnectForm, type OnConnected } from './connect-form.tsx';
import { TokenSteps } from './mastodon-token-steps.tsx';

// Only our server checks whether a server URL is allowed, because this depends on the installation.
const checks = {
  instance: required(CONNECT_TEXT.instanceRequired),
  accessToken: required(CONNECT_TEXT.accessTokenRequired),
};

type Fields = Readonly<{ instance: string; accessToken: string }>;
type MastodonFormProps = Readonly<{
  state: string | undefined;
  /** The initial values of the fields; null: empty fields. */
  start: Fields | null;
  /** The page that the user returns to after the consent; null: Settings. */
  back: string | null;
  onConnected: OnConnected;
}>;

/** Two methods with one field for the server URL: a consent on the Mastodon server, or an access token from this server. */
export function MastodonForm({ state, start, back, onConnected }: MastodonFormProps) {
  const connect = useConnectMastodon();
  const authorize = useAuthorizeMastodon();
  const { register, handleSubmit, setValue, getValues, trigger, formState } = useForm<Fields>({
    defaultValues: start ?? { instance: '', accessToken: '' },
  });
  const refused = { ...fieldsOf(authorize.error), ...fieldsOf(connect.error) };

  const openConsent = async () => {
    if (!(await trigger('instance', { shouldFocus: true }))) return;
    connect.reset();
    authorize.mutate(
      { instance: completedInstance(getValues('instance')), ...(back !== null && { returnTo: back }) },
      {
        onSuccess: ({ url }) => {
          globalThis.location.assign(url);
        },
      },
    );
  };
  const submit = handleSubmit((fields) => {
    authorize.reset();
    const request: ConnectMastodonRequest = { ...fields, ...(state !== undefined && { state }) };
    connect.mutate(request, {
      onSuccess: ({ already }) => {
        onConnected(already);
      },
    });
  });

  return (
    <div className="space-y-6">
      <form
        className="space-y-4"
        noValidate
        aria-label={MASTODON_TEXT.continue}
        onSubmit={(event) => {
          event.preventDefault();
          void openConsent();
        }}
      >
        <Field
          label={MASTODON_TEXT.instance}
          hint={MASTODON_TEXT.instanceHint}
          error={formState.errors.instance?.message ?? refused['instance']}
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
        <p className="text-sm text-muted">{MASTODON_TEXT.continueHint}</p>
        {authorize.error && Object.keys(fieldsOf(authorize.error)).length === 0 && (
          <Note kind="error">{messageOf(authorize.error, CONNECT_TEXT.mastodonFailed)}</Note>
        )}
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="w-full"
          disabled={authorize.isPending || connect.isPending || connect.isSuccess}
        >
          {authorize.isPending ? MASTODON_TEXT.opening : MASTODON_TEXT.continue}
        </Button>
      </form>
      <section className="space-y-4 border-t pt-5" aria-labelledby="token-instead">
        <h2 id="token-instead" className="text-sm font-semibold">
          {MASTODON_TEXT.tokenInstead}
        </h2>
        <ConnectForm
          platform="mastodon"
          fallback={CONNECT_TEXT.mastodonFailed}
          connect={connect}
          onSubmit={submit}
          variant="secondary"
        >
          <TokenSteps />
          <Field
            label={MASTODON_TEXT.accessToken}
            error={formState.errors.accessToken?.message ?? refused['accessToken']}
          >
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
      </section>
    </div>
  );
}
