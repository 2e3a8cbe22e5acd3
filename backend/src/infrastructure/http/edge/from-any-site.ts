import { SetMetadata } from '@nestjs/common';

export const FROM_ANY_SITE = 'posthorn:from-any-site';

/**
 * Taken from wherever it comes: the cross-site check does not apply. Such a route proves its sender by other means than a cookie
 * (bearer token, signed webhook), or does nothing in anybody's name (a ping). It must ignore cookies.
 */
export const FromAnySite = () => SetMetadata(FROM_ANY_SITE, true);
