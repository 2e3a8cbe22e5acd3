import { CONNECT_TEXT, type ConnectMastodonRequest } from '@posthorn/contracts/integrations/accounts.http';
import { useForm } from 'react-hook-form';
import { codeOf, fieldsOf, messageOf } from '#lib/api-client.ts';
import { required } from '#lib/checks.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Note } from '#ui/note.tsx';
import { toast } from '#ui/toast-store.ts';
import { useConnectMastodon } from '../api/accounts.ts';

// Whether an address is a good one depends on what this installation allows; the server says so.
const checks = {
  instance: required(CONNECT_TEXT.instanceRequired),
  accessToken: required(CONNECT_TEXT.accessTokenRequired),
};
const SCOPES = 'read:accounts read:statuses read:notifications write:statuses write:media';

type MastodonFormProps = Readonly<{ state: string | undefined; onConnected: () => void }>;

export function MastodonForm({ state, onConnected }: MastodonFormProps) {
  const connect = useConnectMastodon();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { instance: '', accessToken: '' } });
  const refused = fieldsOf(connect.error);
  const failure = connect.error && messageOf(connect.error, CONNECT_TEXT.mastodonFailed);

  const submit = handleSubmit((fields) => {
    const request: ConnectMastodonRequest = { ...fields, ...(state !== undefined && { state }) };
    connect.mutate(request, {
      onSuccess: ({ message }) => {
        toast({ title: 'Mastodon connected', description: message });
        onConnected();
      },
      onError: (error) => {
        toast({
          title:
            codeOf(error) === 'integrations.already-connected'
              ? CONNECT_TEXT.alreadyConnected
              : 'Connection Failed',
          description: messageOf(error, CONNECT_TEXT.mastodonFailed),
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
      aria-label="Connect Mastodon"
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
        hint="For example https://mastodon.social"
        error={formState.errors.instance?.message ?? refused.instance}
      >
        {(field) => (
          <Input
            {...field}
            {...register('instance', { validate: checks.instance })}
            type="url"
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
      {failure && <Note kind="error">{failure}</Note>}
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        disabled={connect.isPending || connect.isSuccess}
      >
        {connect.isPending ? 'Connecting...' : 'Connect Mastodon'}
      </Button>
    </form>
  );
}
