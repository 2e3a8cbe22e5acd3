/** What Settings loads for the cards of a person's own settings: one file and one promise, because each costs in its first load. */
export { loadUserSettings } from '../api/user-settings.ts';
export { NotificationsCard } from './notifications-card.tsx';
export { PostDefaultsCard } from './post-defaults-card.tsx';
