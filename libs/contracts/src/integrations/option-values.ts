import { PRECHECK_TEXT } from './precheck-text.ts';
import type { OptionField } from './publish-options.ts';
import type { PublishOptions } from '../shared/publish-options.ts';
import { textLength } from '../shared/text.ts';
import type { Problem } from './precheck.ts';

type Asked = Readonly<{ options: PublishOptions; title: string | null }>;

/** What is missing or wrong in the platform's own fields. `name` is how users know the platform. */
export function optionProblems(asked: Asked, fields: readonly OptionField[], name: string): Problem[] {
  const known = new Set(fields.map((field) => field.name));
  const unknown = Object.keys(asked.options).filter((option) => !known.has(option));
  return [
    ...unknown.map((option) => problem('option-unknown', PRECHECK_TEXT.optionUnknown(name, option))),
    ...fields.flatMap((field) => fieldProblem(field, asked, name) ?? []),
  ];
}

/** The value that holds for a field: what was chosen, else what stands in for it. Undefined: nothing does. */
export function optionValue(field: OptionField, { options, title }: Asked): string | boolean | undefined {
  const chosen = options[field.name];
  if (chosen !== undefined && chosen !== '') return chosen;
  if (field.kind === 'text') return field.from === 'title' && title !== null ? title : undefined;
  return field.initial ?? undefined;
}

const isShown = ({ showWhen }: OptionField, options: PublishOptions): boolean =>
  showWhen === undefined || options[showWhen] === true;

const problem = (code: string, message: string): Problem => ({ code: `integrations.${code}`, message });

/** Null for a field that is well, or not asked for. */
export function fieldProblem(field: OptionField, asked: Asked, name: string): Problem | null {
  if (!isShown(field, asked.options)) return null;
  const value = optionValue(field, asked);
  if (value === undefined)
    return field.required ? problem('option-missing', PRECHECK_TEXT.optionMissing(name, field.label)) : null;
  return fits(field, value)
    ? null
    : problem('option-not-valid', PRECHECK_TEXT.optionNotValid(name, field.label));
}

function fits(field: OptionField, value: string | boolean): boolean {
  switch (field.kind) {
    case 'flag':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string' && textLength(value) <= field.max;
    case 'choice':
      // Choices of the account are known to its platform only, which is asked when the post is prepared.
      return (
        typeof value === 'string' &&
        (field.fromAccount === true || field.choices.some((choice) => choice.value === value))
      );
  }
}
