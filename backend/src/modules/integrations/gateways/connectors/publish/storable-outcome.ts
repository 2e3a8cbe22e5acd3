import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { storable, storableId, storableJson } from '#infrastructure/outgoing/storable-text.ts';
import { wordsOf } from '#connectors/kit/outcomes.ts';

const URL_MAX = 2_048;

/**
 * How the texts of an outcome are shortened, so that they fit into an event and a row. Other texts are only
 * cleaned.
 */
const SHORTENED: Readonly<Record<string, (text: string) => string | null>> = {
  words: wordsOf,
  remoteId: storableId,
  handle: storableId,
  // A truncated URL would be useless.
  permalink: (url) => (url.length > URL_MAX ? null : storable(url)),
};

/**
 * Makes a connector's outcome storable. One bad character of the platform must not stop Posthorn from recording
 * the outcome. This is the last check before publishing gets the outcome; most texts were already
 * cleaned when they were read.
 */
export function storableOutcome<Outcome extends Readonly<{ kind: string }>>(outcome: Outcome): Outcome {
  const fields = Object.entries(outcome as Readonly<Record<string, JsonValue | undefined>>);
  const clean = fields.map(([name, value]): [string, JsonValue | undefined] => {
    const cut = Object.hasOwn(SHORTENED, name) ? SHORTENED[name] : undefined;
    if (cut && typeof value === 'string') return [name, cut(value)];
    return [name, value === undefined ? undefined : storableJson(value)];
  });
  return Object.fromEntries(clean) as unknown as Outcome;
}

/** Makes references storable. Only a connector uses its references, so they are never shortened. */
export const storableRefs = (refs: JsonObject): JsonObject => storableJson(refs) as JsonObject;
