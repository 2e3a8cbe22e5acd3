import { Injectable } from '@nestjs/common';
import { checkPersonal } from './personal-rows.ts';
import type { Projection } from './projection.ts';

/** Every projection of the product, as manifests and effects say. The runner starts once all are there. */
@Injectable()
export class ProjectionRegistry {
  readonly #projections = new Map<string, Projection>();

  /** @throws Error when the name or one of its tables is taken, and when it leaves open whose rows are in a table */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a projection of narrower events is none of `Event`
  add(projection: Projection<any>): void {
    if (this.#projections.has(projection.name))
      throw new Error(`Projection ${projection.name} is added twice.`);
    const taken = this.all().flatMap(({ tables }) => Object.keys(tables));
    const clash = Object.keys(projection.tables).find((table) => taken.includes(table));
    if (clash)
      throw new Error(`Table ${clash} of projection ${projection.name} belongs to another projection.`);
    checkPersonal(projection);
    this.#projections.set(projection.name, projection);
  }

  all(): readonly Projection[] {
    return [...this.#projections.values()];
  }

  /** @throws Error for a name that nobody added, with the names there are */
  named(name: string): Projection {
    const found = this.#projections.get(name);
    if (found) return found;
    throw new Error(
      `There is no projection ${name}. There are: ${[...this.#projections.keys()].join(', ')}.`,
    );
  }
}
