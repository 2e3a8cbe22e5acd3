import { Injectable } from '@nestjs/common';
import type { ExportFile, ExportPart } from './export-part.ts';

/** All parts of a user’s export, as the manifests of the modules declare. */
@Injectable()
export class ExportRegistry {
  readonly #parts: ExportPart[] = [];

  /** @throws Error when a file of this name exists */
  add(part: ExportPart): void {
    const taken = new Set(this.#parts.flatMap(({ files }) => files.map(({ name }) => name)));
    const twice = part.files.find(({ name }) => taken.has(name));
    if (twice) throw new Error(`The file ${twice.name} of the export is added twice.`);
    this.#parts.push(part);
  }

  all(): readonly ExportPart[] {
    return this.#parts;
  }

  /**
   * Each file with all of its members.
   * @throws Error when a part adds to an unknown file, or adds a member that exists
   */
  files(): readonly ExportFile[] {
    const files = new Map(this.#parts.flatMap((part) => part.files).map((file) => [file.name, file]));
    for (const [name, added] of this.#parts.flatMap(({ additions = {} }) => Object.entries(additions))) {
      const file = files.get(name);
      if (!file) throw new Error(`There is no file ${name} of the export to add to.`);
      const twice = Object.keys(added).find((member) => member in file.sections);
      if (twice !== undefined) throw new Error(`${name} of the export has ${twice} twice.`);
      files.set(name, { ...file, sections: { ...file.sections, ...added } });
    }
    return [...files.values()];
  }
}
