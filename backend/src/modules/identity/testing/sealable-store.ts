import { LogSealedError } from '@posthorn/event-sourcing/event-store';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';

/** A log that refuses all appends while it is sealed. The product seals the log while it copies it. */
export class SealableStore extends InMemoryEventStore {
  isSealed = false;

  override append(...args: Parameters<InMemoryEventStore['append']>) {
    return this.isSealed ? Promise.reject(new LogSealedError()) : super.append(...args);
  }
}
