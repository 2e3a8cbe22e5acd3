import type { Process } from '#infrastructure/readers/process.ts';
import { userStream, type HandleChanged } from '../../domain/user/user.ts';
import type { Handles } from '../../stores/handles/handles.ts';

/** Brings held handles in line with the log, even if the request that changed one has failed. */
export const settleHandles = (handles: Handles): Process<HandleChanged> => ({
  name: 'identity.settle-handles',
  categories: [userStream.category],
  types: ['HandleChanged'],
  from: 'start',
  handle: ({ data }) => handles.settle(data.userId),
});
