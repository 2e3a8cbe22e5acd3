import { SetMetadata } from '@nestjs/common';

export const FROM_ANY_SITE = 'posthorn:from-any-site';

/**
 * Turns off the cross-site check for a route. The route must ignore cookies. It identifies its sender by other means (bearer token, signed webhook), or
 * acts for no user (a ping).
 */
export const FromAnySite = () => SetMetadata(FROM_ANY_SITE, true);
