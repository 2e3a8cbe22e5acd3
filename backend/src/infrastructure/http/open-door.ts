import { SetMetadata } from '@nestjs/common';

export const OPEN_DOOR = 'posthorn:open-door';

/** This route (or every route of this controller) needs no session. All others under `/api` do. */
export const OpenDoor = () => SetMetadata(OPEN_DOOR, true);
