import { ERASED } from './personal-field.ts';

type AtPlatform = Readonly<{ remoteId: string | null; permalink: string | null }>;

/**
 * Returns the data of events about posts or comments on a platform. Leaves out those without a known id: those that a person reported
 * without an id, and those of erased users. An erased link becomes null.
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
