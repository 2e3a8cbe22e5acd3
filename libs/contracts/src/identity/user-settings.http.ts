import type { Call } from '../shared/call.ts';
import type { NoticeChoices } from '../shared/notice-choices.ts';

/** The default content of a new post; empty texts: none. */
export type PostDefaults = Readonly<{ hashtags: string; caption: string }>;
export const NO_POST_DEFAULTS: PostDefaults = { hashtags: '', caption: '' };

export type UserSettings = PostDefaults & NoticeChoices;
/** Absent fields stay unchanged. */
export type UserSettingsChange = Partial<UserSettings>;

export const getUserSettings: Call<void, UserSettings> = { method: 'GET', path: '/api/user/settings' };
/** 400 for a text longer than a post may have, and for an unknown choice. */
export const changeUserSettings: Call<UserSettingsChange, UserSettings> = {
  method: 'PUT',
  path: '/api/user/settings',
};
