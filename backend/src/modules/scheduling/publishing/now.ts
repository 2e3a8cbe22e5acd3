import type { Circumstances } from '../domain/circumstances.ts';

/** Circumstances at the time of asking. @throws errors of the database, whose clock it is */
export type Now = () => Promise<Circumstances>;
