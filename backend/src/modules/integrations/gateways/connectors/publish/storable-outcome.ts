import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { storable, storableId, storableJson } from '#infrastructure/outgoing/storable-text.ts';
import { wordsOf } from '#connectors/kit/outcomes.ts';

const ADDRESS_MAX = 2_048;

/** The limits of the texts in an answer, to fit an event and a row. Other texts are only cleaned. */
const CUT: Readonly<Record<string, (text: string) => string | null>> = {
  words: wordsOf,
  remoteId: storableId,
  handle: storableId,
  // A truncated address would be useless.
  permalink: (address) => (address.length > ADDRESS_MAX ? null : storable(address)),
};

/**
 * Makes a connector's answer storable, whatever its platform wrote: one character must not lose an outcome. This is the last check before
 * publishing; most texts were cleaned on reading.
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

/** Makes references storable. They are a connector's own and are never cut. */
export const storableRefs = (refs: JsonObject): JsonObject => storableJson(refs) as JsonObject;
