import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { at, textOf } from '../../kit/json.ts';

/** Whether an instance runs Pixelfed. Its version is `3.5.3 (compatible; Pixelfed 0.12.6)`. Some releases name themselves only in `source_url`. */
export const isPixelfed = (instance: JsonValue): boolean =>
  [at(instance, 'version'), at(instance, 'source_url')].some((value) =>
    /\bpixelfed\b/iu.test(textOf(value) ?? ''),
  );
