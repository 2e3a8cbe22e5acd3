import { ERASED } from './personal-field.ts';

type AtPlatform = Readonly<{ remoteId: string | null; permalink: string | null }>;

/**
 * The data of events about things on a platform. Leaves out what cannot be found there: what only a person saw, and what belonged to erased
 * users. An erased link becomes null.
 */
export const withRemoteId = <Data extends AtPlatform>(
  events: readonly Readonly<{ data: Data }>[],
): (Data & Readonly<{ remoteId: string }>)[] =>
  events.flatMap(({ data }) => {
    const { remoteId, permalink } = data;
    return remoteId === null || remoteId === ERASED
      ? []
      : [{ ...data, remoteId, permalink: permalink === ERASED ? null : permalink }];
  });
