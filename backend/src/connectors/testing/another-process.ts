import type { CallOutcome, LookUpOutcome } from '../contract/outcome.ts';
import type { PublishRefs } from '../contract/publication.ts';
import type { Connector } from '../contract/connector.ts';

/** A connector that behaves as if each step ran in a new process: each step uses a new object, so no data in memory survives. */
export const inAnotherProcess = <Made extends Connector>(make: () => Made): Made =>
  new Proxy(make(), {
    get(_, name) {
      const fresh = make();
      const value: unknown = Reflect.get(fresh, name);
      return typeof value === 'function' ? (value.bind(fresh) as unknown) : value;
    },
  });

/** The references after an outcome, as the log stores them: in JSON. */
export function storedAfter(refs: PublishRefs | null, outcome: CallOutcome | LookUpOutcome): PublishRefs {
  const newRefs = 'newRefs' in outcome ? outcome.newRefs : undefined;
  return JSON.parse(JSON.stringify(newRefs ?? refs ?? {})) as PublishRefs;
}
