import type { Call } from '../shared/call.ts';
import type { NoticeChoices } from '../shared/notice-choices.ts';

/** What a new post begins with where nothing else is said; empty texts: nothing. */
export type PostDefaults = Readonly<{ hashtags: string; caption: string }>;
export const NO_POST_DEFAULTS: PostDefaults = { hashtags: '', caption: '' };

export type UserSettings = PostDefaults & NoticeChoices;
/** What is left out stays as it is. */
export type UserSettingsChange = Partial<UserSettings>;

export const getUserSettings: Call<void, UserSettings> = { method: 'GET', path: '/api/user/settings' };
/** 400 for a text longer than a post may have, and for a choice that there is not. */
export const changeUserSettings: Call<UserSettingsChange, UserSettings> = {
  method: 'PUT',
  path: '/api/user/settings',
};
