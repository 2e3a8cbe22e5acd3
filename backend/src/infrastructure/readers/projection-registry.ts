import { Injectable } from '@nestjs/common';
import { checkPersonal } from './personal-rows.ts';
import type { Projection } from './projection.ts';

/** Every projection of the product, as the manifests and effects declare. The readers start after all are registered. */
@Injectable()
export class ProjectionRegistry {
  readonly #projections = new Map<string, Projection>();

  /** @throws Error when the name or a table is taken, or when a table does not declare the owner of its rows */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a projection of certain events is not assignable to one of `Event`
  add(projection: Projection<any>): void {
    if (this.#projections.has(projection.name))
      throw new Error(`Projection ${projection.name} is added twice.`);
    const takenTables = this.all().flatMap(({ tables }) => Object.keys(tables));
    const clash = Object.keys(projection.tables).find((table) => takenTables.includes(table));
    if (clash)
      throw new Error(`Table ${clash} of projection ${projection.name} belongs to another projection.`);
    checkPersonal(projection);
    this.#projections.set(projection.name, projection);
  }

  all(): readonly Projection[] {
    return [...this.#projections.values()];
  }

  /** @throws Error for an unknown name; the message lists the known ones */
  named(name: string): Projection {
    const projection = this.#projections.get(name);
    if (projection) return projection;
    throw new Error(
      `There is no projection ${name}. The projections are: ${[...this.#projections.keys()].join(', ')}.`,
    );
  }
}
