import { LogSealedError } from '@posthorn/event-sourcing/event-store';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';

/** A log that refuses every append while it is sealed, as during a copy. */
export class SealableStore extends InMemoryEventStore {
  isSealed = false;

  override append(...args: Parameters<InMemoryEventStore['append']>) {
    return this.isSealed ? Promise.reject(new LogSealedError()) : super.append(...args);
  }
}
