import { isObject, type JsonRecord } from '../../http/json.ts';
import type { KeptEvent } from '../stripe-store.ts';
import { viewOf } from '../view.ts';
import { beforeBasil, OLD_VERSION } from './old-version.ts';

export const PINNED_VERSION = '2026-10-28.endive';

type Rendering = Readonly<{
  /** Null: the pinned version. */
  apiVersion: string | null;
  /** The number of endpoints that have not accepted the event. */
  pending: number;
}>;

/** The event in the format that an endpoint of this version gets. */
export function renderEvent(event: KeptEvent, { apiVersion, pending }: Rendering): object {
  const shown = viewOf(event.data.object, [], null) as JsonRecord;
  const { previous_attributes: previous } = event.data;
  const isOld = apiVersion === OLD_VERSION;
  return {
    id: event.id,
    object: 'event',
    api_version: apiVersion ?? PINNED_VERSION,
    created: event.created,
    data: {
      object: isOld ? beforeBasil(shown, event.data.object) : shown,
      ...(isObject(previous) && { previous_attributes: previous }),
    },
    livemode: false,
    pending_webhooks: pending,
    request: event.request,
    type: event.type,
  };
}
