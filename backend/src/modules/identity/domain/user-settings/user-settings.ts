import {
  ALL_NOTICES,
  NOTICE_KINDS,
  type NoticeChoice,
  type NoticeChoices,
  type NoticeKind,
} from '@posthorn/contracts/shared/notice-choices';
import type { PostDefaults, UserSettings } from '@posthorn/contracts/identity/user-settings.http';
import type { Event } from '@posthorn/event-sourcing';

/** The event contains both texts, even if only one has changed. */
export type PostDefaultsChanged = Event<'PostDefaultsChanged', 1, PostDefaults & { userId: string }>;
/** The event contains all three choices, even if only one has changed. */
export type NoticesChosen = Event<'NoticesChosen', 1, NoticeChoices & { userId: string }>;

export const INITIAL_SETTINGS: UserSettings = {
  hashtags: '',
  caption: '',
  ...ALL_NOTICES,
};

export function settingsAfter(
  settings: UserSettings,
  { type, data }: PostDefaultsChanged | NoticesChosen,
): UserSettings {
  if (type === 'PostDefaultsChanged') {
    const { hashtags, caption } = data;
    return { ...settings, hashtags, caption };
  }
  const { postFailed, accountExpiring, newComment } = data;
  return { ...settings, postFailed, accountExpiring, newComment };
}

/** Settings that are absent in `change` keep their values. An equal value adds no event. */
export function changeSettings(
  settings: UserSettings,
  userId: string,
  change: Partial<UserSettings>,
): (PostDefaultsChanged | NoticesChosen)[] {
  const {
    hashtags = settings.hashtags,
    caption = settings.caption,
    postFailed = settings.postFailed,
    accountExpiring = settings.accountExpiring,
    newComment = settings.newComment,
  } = change;
  const defaults = { userId, hashtags, caption };
  const notices = { userId, postFailed, accountExpiring, newComment };
  return [
    ...(hasSameValues(settings, defaults, ['hashtags', 'caption'])
      ? []
      : [{ type: 'PostDefaultsChanged', schema: 1, data: defaults } as const]),
    ...(hasSameValues(settings, notices, NOTICE_KINDS)
      ? []
      : [{ type: 'NoticesChosen', schema: 1, data: notices } as const]),
  ];
}

/** Switches off mails of this kind. If the user gets notices in the app, the app still shows them. */
export const withoutMail = (settings: UserSettings, kind: NoticeKind): Partial<UserSettings> => ({
  [kind]: notifiesInApp(settings[kind]) ? 'app' : 'off',
});

export const notifiesInApp = (choice: NoticeChoice): boolean => choice === 'both' || choice === 'app';
export const notifiesByMail = (choice: NoticeChoice): boolean => choice === 'both' || choice === 'mail';

const hasSameValues = <Name extends keyof UserSettings>(
  settings: UserSettings,
  others: Pick<UserSettings, Name>,
  names: readonly Name[],
): boolean => names.every((name) => settings[name] === others[name]);
