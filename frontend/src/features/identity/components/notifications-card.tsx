import { NOTICE_CHOICES, NOTICE_KINDS, type NoticeChoice } from '@posthorn/contracts/shared/notice-choices';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useId } from 'react';
import { Select } from '#ui/select.tsx';
import { useChangeUserSettings } from '../api/change-user-settings.ts';
import { NOTIFICATIONS_CARD as TEXT } from '../messages/preferences.en.ts';
import { PreferencesCard } from './preferences-card.tsx';

const OPTIONS = NOTICE_CHOICES.map((value) => ({ value, label: TEXT.choices[value] }));

/** Chooses which notices the user gets, and where. */
export function NotificationsCard({ user, title }: { user: UserView; title: string }) {
  const hints = useId();
  const { mutate: change } = useChangeUserSettings(user.id);
  return (
    <PreferencesCard userId={user.id} id="notifications" title={title} hint={TEXT.hint}>
      {(settings) =>
        NOTICE_KINDS.map((kind) => (
          <div key={kind} className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
            <p className="min-w-0 flex-[1_1_14rem] text-sm">
              <span className="font-medium">{TEXT.kinds[kind].title}</span>
              <span id={`${hints}-${kind}`} className="block text-muted">
                {TEXT.kinds[kind].hint}
              </span>
            </p>
            <Select
              className="flex-[1_1_12rem] sm:max-w-60"
              label={TEXT.kinds[kind].title}
              aria-describedby={`${hints}-${kind}`}
              value={settings[kind]}
              options={OPTIONS}
              onValueChange={(value) => {
                change({ [kind]: value as NoticeChoice });
              }}
            />
          </div>
        ))
      }
    </PreferencesCard>
  );
}
