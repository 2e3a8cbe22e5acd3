import type { AppName } from '#infrastructure/config/app-names.ts';

/** Where a consent begins. `/api/connect/linkedin`, because `/api/auth/linkedin` signs in. */
export const consentPath = (app: AppName): string =>
  app === 'linkedin' ? '/api/connect/linkedin' : `/api/auth/${app}`;

/** The redirect address to register with the platform. */
export const callbackAddress = (publicUrl: string, app: AppName): string =>
  `${publicUrl}${consentPath(app)}/callback`;
