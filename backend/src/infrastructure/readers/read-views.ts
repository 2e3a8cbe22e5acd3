/** The schema of the views of one version: `read_v2` for every projection at version 2. */
export const viewsOf = ({ version }: Readonly<{ version: number }>): string => `read_v${String(version)}`;

/** The name for statements of a read model’s table, in the version that its projection declares: `read_v2.scheduling_post`. */
export const readViewOf = (projection: Readonly<{ version: number }>, table: string): string =>
  `${viewsOf(projection)}.${table}`;
