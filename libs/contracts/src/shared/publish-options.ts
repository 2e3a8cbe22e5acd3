/** The values of one target by the names of its fields. */
export type PublishOptions = Readonly<Record<string, string | boolean>>;

/** Bounds for whatever a client sends; each field has its own besides. */
export const OPTIONS = { fieldsMax: 20, textMax: 2200 } as const;
