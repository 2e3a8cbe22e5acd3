import type { Process } from '#infrastructure/processes/process.ts';
import { userStream, type UserEvent } from '../../domain/user.ts';
import type { Handles } from './handles.ts';

/** The handles that are held follow the log, whatever happened to the request that changed one. */
export const settleHandles = (handles: Handles): Process<UserEvent> => ({
  name: 'identity.settle-handles',
  categories: [userStream.category],
  from: 'start',
  handle: async ({ type, data }) => {
    if (type === 'HandleChanged') await handles.settle(data.userId);
  },
});
