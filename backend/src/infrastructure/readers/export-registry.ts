import { Injectable } from '@nestjs/common';
import type { ExportPart } from './export-part.ts';

/** All that a person's export is made of, as the manifests of the modules say. */
@Injectable()
export class ExportRegistry {
  readonly #parts: ExportPart[] = [];

  /** @throws Error when a file of this name is there already */
  add(part: ExportPart): void {
    const taken = new Set(this.#parts.flatMap(({ files }) => files.map(({ name }) => name)));
    const twice = part.files.find(({ name }) => taken.has(name));
    if (twice) throw new Error(`The file ${twice.name} of the export is added twice.`);
    this.#parts.push(part);
  }

  all(): readonly ExportPart[] {
    return this.#parts;
  }
}
