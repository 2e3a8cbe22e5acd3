import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { storable, storableId, storableJson } from '#infrastructure/outgoing/storable-text.ts';
import { wordsOf } from '#connectors/kit/outcomes.ts';

const ADDRESS_MAX = 2_048;

/** How each text of an answer is cut to what an event and a row can hold; what is not named here is only cleaned. */
const CUT: Readonly<Record<string, (text: string) => string | null>> = {
  words: wordsOf,
  remoteId: storableId,
  handle: storableId,
  // Half an address leads nowhere.
  permalink: (address) => (address.length > ADDRESS_MAX ? null : storable(address)),
};

/**
 * What a connector answered, fit to be stored whatever its platform wrote: an outcome must not be lost by a character. The
 * last door before publishing; most texts were cleaned where they were read.
 */
export function storableOutcome<Outcome extends Readonly<{ kind: string }>>(outcome: Outcome): Outcome {
  const fields = Object.entries(outcome as Readonly<Record<string, JsonValue | undefined>>);
  const clean = fields.map(([name, value]): [string, JsonValue | undefined] => {
    const cut = Object.hasOwn(CUT, name) ? CUT[name] : undefined;
    if (cut && typeof value === 'string') return [name, cut(value)];
    return [name, value === undefined ? undefined : storableJson(value)];
  });
  return Object.fromEntries(clean) as unknown as Outcome;
}

/** References likewise; they are a connector's own and are never cut. */
export const storableRefs = (refs: JsonObject): JsonObject => storableJson(refs) as JsonObject;
