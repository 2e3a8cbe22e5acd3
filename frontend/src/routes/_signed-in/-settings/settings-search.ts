import { signInSearch, type SignInSearch } from '#features/identity/model/sign-in-search.ts';

/** `billing`: the user returns from Stripe's page for the subscription. */
export type SettingsSearch = SignInSearch & Readonly<{ billing?: 'back' }>;

/** Reads the query parameters of Settings. This file must stay small, because every first load contains it. */
export const settingsSearch = (search: Readonly<Record<string, unknown>>): SettingsSearch => ({
  ...signInSearch(search),
  ...(search['billing'] === 'back' && { billing: 'back' }),
});
