import {
  WEBHOOK,
  WEBHOOK_TEXT,
  type CreatedWebhookView,
  type WebhookView,
} from '@posthorn/contracts/external/webhooks.http';
import { Controller, useForm } from 'react-hook-form';
import { fieldsOf } from '#lib/api-client.ts';
import { first, maxText, pattern, required } from '#lib/checks.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter, DialogForm } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { useAddWebhook, useChangeWebhook } from '../api/webhooks.ts';
import { patternsOf, typesIn } from '../model/event-types.ts';
import { API_ACCESS_TEXT } from '../messages/tokens.en.ts';
import { useOneAtATime } from '../hooks/use-one-at-a-time.ts';
import { WEBHOOK_DIALOG_TEXT as TEXT, WEBHOOKS_TEXT } from '../messages/webhooks.en.ts';
import { EventChoice } from './event-choice.tsx';
import { Refused } from './refused.tsx';

/** The default events, which most receivers need. */
const DEFAULT_TYPES = ['publication.published', 'publication.failed'];

const checks = {
  url: first(
    required(WEBHOOK_TEXT.urlRequired),
    maxText(WEBHOOK.urlMax, WEBHOOK_TEXT.urlMax),
    pattern(/^https:\/\/[^\s/]+/iu, WEBHOOK_TEXT.addressNotAllowed),
  ),
  types: required(WEBHOOK_TEXT.typesRequired),
};

type WebhookFormProps = Readonly<{
  webhook: WebhookView | null;
  onCancel: () => void;
  onAdded: (webhook: CreatedWebhookView) => void;
  onChanged: () => void;
}>;

export function WebhookForm({ webhook, onCancel, onAdded, onChanged }: WebhookFormProps) {
  const add = useAddWebhook(onAdded);
  const change = useChangeWebhook(webhook?.id ?? '');
  const { error, isPending } = webhook ? change : add;
  const oneAtATime = useOneAtATime();
  const before = webhook?.types ?? DEFAULT_TYPES;
  const { register, handleSubmit, control, formState } = useForm({
    defaultValues: { url: webhook?.url ?? '', types: typesIn(before) },
  });
  const { errors } = formState;
  const refused = fieldsOf(error);
  const submit = handleSubmit(async ({ url, types }) => {
    const request = { url: url.trim(), types: patternsOf(types, webhook?.types) };
    try {
      await (webhook ? change.mutateAsync(request, { onSuccess: onChanged }) : add.mutateAsync(request));
    } catch {
      // The form shows the refusal below its fields.
    }
  });
  return (
    <DialogForm
      isSaving={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        oneAtATime(() => submit(event));
      }}
    >
      <DialogBody className="space-y-5">
        <Field label={TEXT.url} hint={TEXT.urlHint} error={errors.url?.message ?? refused['url']}>
          {(field) => (
            <Input
              {...field}
              {...register('url', { validate: checks.url })}
              data-autofocus
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={TEXT.urlExample}
            />
          )}
        </Field>
        <Controller
          control={control}
          name="types"
          rules={{ validate: checks.types }}
          render={({ field: { value, onChange } }) => (
            <EventChoice
              chosen={value}
              onChange={onChange}
              error={errors.types?.message ?? refused['types']}
            />
          )}
        />
        <Refused error={error} title={TEXT.notSaved} again={WEBHOOKS_TEXT.again} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>{API_ACCESS_TEXT.cancel}</Button>
        <Button type="submit" variant="primary" disabled={isPending}>
          {isPending ? TEXT.saving : webhook ? TEXT.save : TEXT.add}
        </Button>
      </DialogFooter>
    </DialogForm>
  );
}
