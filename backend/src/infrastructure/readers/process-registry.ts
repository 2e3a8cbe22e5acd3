import { Injectable } from '@nestjs/common';
import type { Process } from './process.ts';

/** All event processes that the manifests of the modules declare. The readers start after all are registered. */
@Injectable()
export class ProcessRegistry {
  readonly #processes = new Map<string, Process>();

  /** @throws Error when the name is taken */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a process that handles some event types is not assignable to `Process<Event>`
  add(process: Process<any>): void {
    if (this.#processes.has(process.name)) throw new Error(`Process ${process.name} is added twice.`);
    this.#processes.set(process.name, process);
  }

  all(): readonly Process[] {
    return [...this.#processes.values()];
  }
}
