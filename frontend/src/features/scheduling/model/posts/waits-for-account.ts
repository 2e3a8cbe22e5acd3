import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';

/** It goes on as soon as its account is connected again. */
export const waitsForAccount = ({ waitsSince }: TargetView): boolean => waitsSince !== null;
