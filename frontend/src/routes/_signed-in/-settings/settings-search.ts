import { signInSearch, type SignInSearch } from '#features/identity/model/sign-in-search.ts';

/** `billing`: the user returns from Stripe's page for the subscription. */
export type SettingsSearch = SignInSearch & Readonly<{ billing?: 'back' }>;

/** Every first load contains this file, so it is kept small. */
export const settingsSearch = (search: Readonly<Record<string, unknown>>): SettingsSearch => ({
  ...signInSearch(search),
  ...(search['billing'] === 'back' && { billing: 'back' }),
});
