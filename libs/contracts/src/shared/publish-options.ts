/** Of one field. A number is a moment of a video: whole milliseconds from its beginning. */
export type OptionValue = string | boolean | number;

/** The values of one target by the names of its fields. */
export type PublishOptions = Readonly<Record<string, OptionValue>>;

/** Bounds for whatever a client sends; each field has its own besides. `momentMax`: a day, in milliseconds. */
export const OPTIONS = { fieldsMax: 20, textMax: 2200, momentMax: 86_400_000 } as const;
