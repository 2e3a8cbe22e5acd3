import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { anyObject, instant, record, text } from '#infrastructure/readers/json-schema.ts';

const FIELDS = {
  at: instant('When it happened.'),
  type: text('What happened.'),
  by: text('Who caused it: yourself, an API token of yours, a rule of yours or the system.', [
    ...['user', 'apiToken', 'rule', 'system'],
  ]),
  data: anyObject('The recorded data of the event, in plain text.'),
};

/** The schema of `exportedEvent`. */
export const EXPORTED_EVENT = record('One event.', FIELDS);

/** An event as its owner reads it: decrypted, and without other people’s ids. */
export const exportedEvent = ({ type, data, meta }: LoggedEvent): JsonObject => ({
  at: meta.at,
  type,
  by: meta.actor.kind,
  // Events are JSON by convention; the type of `Event` does not require it.
  data: { ...(data as JsonObject) },
});
