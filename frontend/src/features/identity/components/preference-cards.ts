/** One file for all cards of user settings, because separate files would make the first load of Settings larger. */
export { loadUserSettings } from '../api/user-settings.ts';
export { NotificationsCard } from './notifications-card.tsx';
export { PostDefaultsCard } from './post-defaults-card.tsx';
