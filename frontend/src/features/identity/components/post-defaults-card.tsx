import type { UserView } from '@posthorn/contracts/identity/session.http';
import type { PostDefaults, UserSettings } from '@posthorn/contracts/identity/user-settings.http';
import { useState } from 'react';
import { fieldsOf } from '#lib/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useChangeUserSettings } from '../api/change-user-settings.ts';
import { POST_DEFAULTS_CARD as TEXT } from '../messages/preferences.en.ts';
import { PreferencesCard } from './preferences-card.tsx';

/** Edits the default values of new posts. */
export function PostDefaultsCard({ user, title }: { user: UserView; title: string }) {
  return (
    <PreferencesCard userId={user.id} id="post-defaults" title={title} hint={TEXT.hint}>
      {(settings) => <Defaults userId={user.id} settings={settings} />}
    </PreferencesCard>
  );
}

type Errors = Readonly<Record<string, string>>;

/** Uses no form library, and only the server validates. So the first load contains neither this library nor the texts for posts. */
function Defaults({ userId, settings }: { userId: string; settings: UserSettings }) {
  // Contains only the fields that the user has changed. The other fields show the settings, which may change while the server loads them.
  const [typed, setTyped] = useState<Partial<PostDefaults>>({});
  const [errors, setErrors] = useState<Errors>({});
  const { hashtags, caption } = { ...settings, ...typed };
  const change = useChangeUserSettings(userId, {
    successToast: { title: TEXT.saved },
    onRefused: (error) => {
      setErrors(fieldsOf(error));
    },
  });
  const save = () => {
    setErrors({});
    change.mutate(
      { hashtags: hashtags.trim(), caption: caption.trim() },
      {
        onSuccess: () => {
          // Keeps what the user has typed since.
          setTyped((now) =>
            Object.fromEntries(
              Object.entries(now).filter(([name, text]) => text !== typed[name as keyof PostDefaults]),
            ),
          );
        },
      },
    );
  };
  return (
    <form
      noValidate
      className="mt-3 space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!change.isPending) save();
      }}
    >
      <Field label={TEXT.hashtags} optional error={errors['hashtags']}>
        {(field) => (
          <Input
            {...field}
            autoComplete="off"
            placeholder={TEXT.hashtagsExample}
            value={hashtags}
            onChange={({ target }) => {
              setTyped({ ...typed, hashtags: target.value });
            }}
          />
        )}
      </Field>
      <Field label={TEXT.caption} optional error={errors['caption']}>
        {(field) => (
          <Textarea
            {...field}
            className="min-h-20"
            value={caption}
            onChange={({ target }) => {
              setTyped({ ...typed, caption: target.value });
            }}
          />
        )}
      </Field>
      <Button type="submit" aria-disabled={change.isPending}>
        {change.isPending ? TEXT.saving : TEXT.save}
      </Button>
    </form>
  );
}
