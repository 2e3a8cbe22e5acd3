import type { CallOutcome, LookUpOutcome } from '../contract/outcome.ts';
import type { PublishRefs } from '../contract/publication.ts';
import type { Connector } from '../contract/connector.ts';

/** A connector that runs each step in a new process. It is created for each step, so no step finds data in memory from an earlier one. */
export const inAnotherProcess = <Made extends Connector>(make: () => Made): Made =>
  new Proxy(make(), {
    get(_, name) {
      const fresh = make();
      const value: unknown = Reflect.get(fresh, name);
      return typeof value === 'function' ? (value.bind(fresh) as unknown) : value;
    },
  });

/** References as the log keeps them after an outcome: what does not survive JSON is no reference. */
export function storedAfter(refs: PublishRefs | null, outcome: CallOutcome | LookUpOutcome): PublishRefs {
  const newRefs = 'newRefs' in outcome ? outcome.newRefs : undefined;
  return JSON.parse(JSON.stringify(newRefs ?? refs ?? {})) as PublishRefs;
}
