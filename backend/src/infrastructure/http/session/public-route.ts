import { SetMetadata } from '@nestjs/common';

export const PUBLIC_ROUTE = 'posthorn:public-route';

/** This route (or every route of this controller) needs no session. All others under `/api` do. */
export const Public = () => SetMetadata(PUBLIC_ROUTE, true);
