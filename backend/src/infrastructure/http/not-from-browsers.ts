import { SetMetadata } from '@nestjs/common';

export const NOT_FROM_BROWSERS = 'posthorn:not-from-browsers';

/**
 * Proves its sender by other means than a cookie (bearer token, signed webhook), or does nothing in anybody's name (a ping), so the
 * cross-site check does not apply. Such a route must ignore cookies.
 */
export const NotFromBrowsers = () => SetMetadata(NOT_FROM_BROWSERS, true);
