import type { EntitySchema } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

/** Entities of MikroORM. Modules add theirs (made by `defineEntity`) while they are constructed. */
@Injectable()
export class Entities {
  readonly #entities: EntitySchema[] = [];

  add(...entities: EntitySchema[]): void {
    this.#entities.push(...entities);
  }

  all(): EntitySchema[] {
    return this.#entities;
  }
}
