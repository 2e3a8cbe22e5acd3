import type { EntitySchema } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

/** Entities of MikroORM. Modules add theirs (made by `defineEntity`) while they are constructed. */
@Injectable()
export class Entities {
  readonly #entities: EntitySchema[] = [];

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- MikroORM's own way to say "of whatever rows"
  add(...entities: EntitySchema<any>[]): void {
    this.#entities.push(...entities);
  }

  all(): EntitySchema[] {
    return this.#entities;
  }
}
