import { SetMetadata } from '@nestjs/common';

export const PUBLIC_ROUTE = 'posthorn:public-route';

/** This route (or every route of this controller) needs no session. Other routes need one, or a token (`@OpenedByToken()`). */
export const Public = () => SetMetadata(PUBLIC_ROUTE, true);
