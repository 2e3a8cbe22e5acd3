import type { loadSettings } from './load-settings.ts';

/** Does the same as `loadSettings`, whose code loads with Settings, because every first load contains the code of loaders. */
export const loadSettingsLater: typeof loadSettings = async (...args) =>
  (await import('./load-settings.ts')).loadSettings(...args);
