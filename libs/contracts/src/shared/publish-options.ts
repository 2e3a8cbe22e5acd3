/** The value of one field. A number is a time in a video: whole milliseconds from its beginning. */
export type OptionValue = string | boolean | number;

/** The options of one target, by the names of its fields. */
export type PublishOptions = Readonly<Record<string, OptionValue>>;

/** General limits of what a client sends; each field has further limits. `momentMax`: a day, in milliseconds. */
export const OPTIONS = { fieldsMax: 20, textMax: 2200, momentMax: 86_400_000 } as const;
