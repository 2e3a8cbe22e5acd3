import { accountProblem, type ProblemByCode } from './precheck-problem.ts';
import type { OptionField } from './publish-options.ts';
import { OPTIONS, type OptionValue, type PublishOptions } from '../shared/publish-options.ts';
import { textLength } from '../shared/text.ts';

type OptionInput = Readonly<{ options: PublishOptions; title: string | null }>;
/** A file of the post. `durationSeconds` null or absent: the length is not known. */
type File = Readonly<{ kind: 'image' | 'video'; durationSeconds?: number | null }>;
/** `media`: the files of the account. */
type WithMedia = Readonly<{ options: PublishOptions; media: readonly File[] }>;

/** Problems of the platform's own fields. `platform` is the name that users see. */
export function optionProblems(
  input: OptionInput & WithMedia,
  fields: readonly OptionField[],
  platform: string,
): ProblemByCode[] {
  const known = new Set(fields.map((field) => field.name));
  const unknown = Object.keys(input.options).filter((option) => !known.has(option));
  return [
    ...unknown.map((option) => accountProblem('option-unknown', { platform, option })),
    ...fields.flatMap((field) => fieldProblem(field, input, platform) ?? []),
  ];
}

/** The options to send: without values of fields that do not apply. Options with unknown names stay. */
export function applicableOptions(input: WithMedia, fields: readonly OptionField[]): PublishOptions {
  const hidden = new Set(fields.filter((field) => !isApplicable(field, input)).map(({ name }) => name));
  return Object.fromEntries(Object.entries(input.options).filter(([name]) => !hidden.has(name)));
}

/** Whether a form shows the field: it applies to these files, and the flag that it depends on is set. */
export const isApplicable = ({ forMedia, showWhen }: OptionField, { options, media }: WithMedia): boolean =>
  (showWhen === undefined || options[showWhen] === true) &&
  (forMedia === undefined || hasFilesFor(forMedia, media));

function hasFilesFor(forMedia: NonNullable<OptionField['forMedia']>, media: readonly File[]): boolean {
  switch (forMedia) {
    case 'none':
      return media.length === 0;
    case 'loneVideo':
      return media.length === 1 && media[0]?.kind === 'video';
    case 'image':
    case 'video':
      return media.some(({ kind }) => kind === forMedia);
  }
}

/** The value of a field: the chosen value, else the default. Undefined: neither exists. */
export function optionValue(field: OptionField, { options, title }: OptionInput): OptionValue | undefined {
  const chosen = options[field.name];
  if (chosen !== undefined && chosen !== '') return chosen;
  if (field.kind === 'text') return field.from === 'title' && title !== null ? title : undefined;
  return field.kind === 'moment' ? undefined : (field.initial ?? undefined);
}

/** Null for a valid field, and for a field that does not apply. */
export function fieldProblem(
  field: OptionField,
  input: OptionInput & WithMedia,
  platform: string,
): ProblemByCode | null {
  if (!isApplicable(field, input)) return null;
  const value = optionValue(field, input);
  const values = { platform, label: field.label, option: field.name };
  if (value === undefined) return field.required ? accountProblem('option-missing', values) : null;
  if (fits(field, value, input.media)) return null;
  return accountProblem(field.kind === 'moment' ? 'option-not-valid/moment' : 'option-not-valid', values);
}

function fits(field: OptionField, value: OptionValue, media: readonly File[]): boolean {
  switch (field.kind) {
    case 'flag':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string' && textLength(value) <= field.max;
    case 'choice':
      // Only the platform knows the choices of an account. The preparation of the post checks them.
      return (
        typeof value === 'string' &&
        (field.fromAccount === true || field.choices.some((choice) => choice.value === value))
      );
    case 'moment':
      return isMoment(value) && media.every((file) => value < lengthOf(file));
  }
}

/** Whether the value is a time in a video: whole milliseconds, at most a day. */
export const isMoment = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= OPTIONS.momentMax;

/** The length of a video in milliseconds. */
const lengthOf = ({ kind, durationSeconds }: File): number =>
  kind === 'image' ? Infinity : (durationSeconds ?? Infinity) * 1000;
