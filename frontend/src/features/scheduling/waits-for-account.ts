import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';

/** It is not lost: it goes on as soon as its account is connected again. */
export const waitsForAccount = ({ status, problem }: TargetView): boolean =>
  problem?.code === 'reconnect' && status !== 'failed';
