import type { SaidPart, SaidValues } from './said.ts';

/** A sentence for each code of a refused field. The codes never change. */
export type FieldSentences<Module extends string> = Readonly<Record<`${Module}.${string}`, string>>;

/** The figures in sentences, by code. */
export type FieldLimits<Table> = Readonly<Partial<Record<keyof Table, SaidValues>>>;

/** The sentences for refused fields, by the path of the field. */
export type FieldCodes = Readonly<Record<string, readonly SaidPart[]>>;
