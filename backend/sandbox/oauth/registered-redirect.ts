/**
 * The one redirect address that an app of the product has registered with its platform. Platforms compare it as a whole,
 * so a prefix, another path or another host is refused.
 *
 * @param appUrl where the product is, without a slash at its end
 * @param app the platform's name in `/oauth/{app}`
 */
export const registeredRedirect = (appUrl: string, app: string): string =>
  `${appUrl}${app === 'linkedin' ? '/api/connect/linkedin' : `/api/auth/${app}`}/callback${app === 'tiktok-business' ? '/' : ''}`;
