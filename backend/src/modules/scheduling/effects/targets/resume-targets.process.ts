import type { Process } from '#infrastructure/readers/process.ts';
import type { AccountReconnectedEvent } from '#modules/integrations/ports/events.ts';
import type { WaitingTargets } from '../../read-models/targets/waiting-targets.ts';

/** Resumes everything that waited for an account as soon as the account is connected again. */
export const resumeTargets = (waiting: WaitingTargets): Process<AccountReconnectedEvent> => ({
  name: 'scheduling.resume-targets',
  categories: ['account'],
  types: ['AccountReconnected'],
  from: 'start',
  handle: ({ data: { accountId, ownerId } }) => waiting.resume(accountId, ownerId),
});
