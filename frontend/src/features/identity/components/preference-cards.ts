/** One file for all cards of user settings, because each separate file would add to the first load of Settings. */
export { loadUserSettings } from '../api/user-settings.ts';
export { NotificationsCard } from './notifications-card.tsx';
export { PostDefaultsCard } from './post-defaults-card.tsx';
