/** The schema of the views through which a version is read: `read_v2` for every projection at its version 2. */
export const viewsOf = ({ version }: Readonly<{ version: number }>): string => `read_v${String(version)}`;

/** How statements name a table of a read model, in the version that its projection declares: `read_v2.scheduling_post`. */
export const readViewOf = (projection: Readonly<{ version: number }>, table: string): string =>
  `${viewsOf(projection)}.${table}`;
