import { AsyncLocalStorage } from 'node:async_hooks';
import type { Cause } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';

/** The cause of the events that some work appends. The starter of the work sets it: an HTTP request, a process or a tick. */
@Injectable()
export class CauseContext {
  readonly #storage = new AsyncLocalStorage<Cause>();

  run<Result>(cause: Cause, work: () => Result): Result {
    return this.#storage.run(cause, work);
  }

  current(): Cause {
    const cause = this.#storage.getStore();
    if (!cause) throw new Error('An event needs a cause: start the work inside CauseContext.run.');
    return cause;
  }
}
