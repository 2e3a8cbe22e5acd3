import { BlockAuthorHandler } from './block-author.command.ts';
import { ChangeInboxSettingsHandler } from './change-inbox-settings.command.ts';
import { ShowInboxSettingsHandler } from './show-inbox-settings.query.ts';

export const settingsProviders = [BlockAuthorHandler, ChangeInboxSettingsHandler, ShowInboxSettingsHandler];
