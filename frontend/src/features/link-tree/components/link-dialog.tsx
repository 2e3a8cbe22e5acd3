import {
  LINK_ICONS,
  LINK_PAGE,
  LINK_PAGE_TEXT,
  type OwnLinkView,
} from '@posthorn/contracts/link-tree/link-page.http';
import { Controller, useForm } from 'react-hook-form';
import { fieldsOf, messageOf } from '#lib/api-client.ts';
import { first, maxText, required } from '#lib/checks.ts';
import { readLocalTime, wallClock } from '#lib/local-time.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter, DialogForm } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Note } from '#ui/note.tsx';
import { Select } from '#ui/select.tsx';
import { useSaveLink } from '../api/change-page.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { isWebAddress, withScheme } from '../model/own-address.ts';

const TEXT = EDITOR_TEXT.link;
const ICONS = LINK_ICONS.map((value) => ({ value, label: TEXT.icons[value] }));

const checks = {
  title: first(required(LINK_PAGE_TEXT.titleRequired), maxText(LINK_PAGE.titleMax, LINK_PAGE_TEXT.titleMax)),
  url: first<string>(
    required(LINK_PAGE_TEXT.urlRequired),
    (url) => isWebAddress(withScheme(url)) || LINK_PAGE_TEXT.addressNotAllowed,
  ),
};

type LinkDialogProps = Readonly<{
  /** Null: the dialog adds a link. */
  link: OwnLinkView | null;
  zone: string;
  onClose: () => void;
}>;

export function LinkDialog({ link, zone, onClose }: LinkDialogProps) {
  const save = useSaveLink(link?.id ?? null);
  const { register, handleSubmit, control, formState } = useForm({
    defaultValues: {
      title: link?.title ?? '',
      url: link?.url ?? '',
      icon: link?.icon ?? 'link',
      from: localOf(link?.from, zone),
      until: localOf(link?.until, zone),
    },
  });
  const { errors, dirtyFields } = formState;
  const refused = fieldsOf(save.error);
  const submit = handleSubmit(({ title, url, icon, from, until }) => {
    const all = {
      title: title.trim(),
      url: withScheme(url),
      icon,
      from: instantOf(from, zone),
      until: instantOf(until, zone),
    };
    save.mutate({ all, changed: changedOf(all, dirtyFields) }, { onSuccess: onClose });
  });
  return (
    <Dialog open onOpenChange={onClose} title={link ? TEXT.edit : TEXT.add} className="top-auto">
      <DialogForm isSaving={save.isPending} onSubmit={(event) => void submit(event)}>
        <DialogBody className="space-y-4">
          <Field label={TEXT.title} error={errors.title?.message ?? refused['title']}>
            {(field) => (
              <Input
                {...field}
                {...register('title', { validate: checks.title })}
                data-autofocus
                autoComplete="off"
              />
            )}
          </Field>
          <Field label={TEXT.address} hint={TEXT.addressHint} error={errors.url?.message ?? refused['url']}>
            {(field) => (
              <Input
                {...field}
                {...register('url', { validate: checks.url })}
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          <Field label={TEXT.icon} error={refused['icon']}>
            {({ id }) => (
              <Controller
                control={control}
                name="icon"
                render={({ field: { value, onChange } }) => (
                  <Select id={id} label={TEXT.icon} options={ICONS} value={value} onValueChange={onChange} />
                )}
              />
            )}
          </Field>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <Field label={TEXT.from} optional hint={TEXT.inZone(zone)} error={refused['from']}>
              {(field) => <Input {...field} {...register('from')} type="datetime-local" />}
            </Field>
            <Field label={TEXT.until} optional error={errors.until?.message ?? refused['until']}>
              {(field) => (
                <Input
                  {...field}
                  {...register('until', {
                    validate: (until, { from }) =>
                      until === '' || from === '' || until > from || LINK_PAGE_TEXT.untilBeforeFrom,
                  })}
                  type="datetime-local"
                />
              )}
            </Field>
          </div>
          {save.error && Object.keys(refused).length === 0 && (
            <Note kind="error">{messageOf(save.error, EDITOR_TEXT.again)}</Note>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{TEXT.cancel}</Button>
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {save.isPending ? TEXT.saving : TEXT.save}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}

/** The fields that the user changed. Another window may have changed the others, and the form may not show a time exactly. */
const changedOf = <Fields extends object>(
  all: Fields,
  changed: Readonly<Partial<Record<keyof Fields, boolean>>>,
): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(all).filter(([name]) => changed[name as keyof Fields]),
  ) as Partial<Fields>;

const localOf = (instant: string | null | undefined, zone: string): string =>
  instant ? wallClock(instant, zone) : '';

/** Returns the instant of a local time: the first of two, or the time after a skipped hour. */
function instantOf(local: string, zone: string): string | null {
  const time = readLocalTime(local, zone);
  if (!time) return null;
  return time.kind === 'overlap' ? time.instants[0] : time.instant;
}
