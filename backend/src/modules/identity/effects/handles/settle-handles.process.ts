import type { Process } from '#infrastructure/readers/process.ts';
import { userStream, type HandleChanged } from '../../domain/user/user.ts';
import type { Handles } from '../../stores/handles/handles.ts';

/** Makes the table of handles agree with the log, even if the request that changed a handle has failed after the event. */
export const settleHandles = (handles: Handles): Process<HandleChanged> => ({
  name: 'identity.settle-handles',
  categories: [userStream.category],
  types: ['HandleChanged'],
  from: 'start',
  handle: ({ data }) => handles.settle(data.userId),
});
