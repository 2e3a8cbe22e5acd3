import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { readAccountMemory, type AccountMemory } from './account-memory.ts';
import type { PostFields } from './post-fields.ts';
import { targetKey, untouchedTarget, type TargetFieldsByKey } from './target-fields.ts';
import type { Writer } from './writer.ts';

type OptionsByAccount = NonNullable<AccountMemory['options']>;

/** Returns the initial fields of a new form for each account: the options of the last post on the account. */
export const targetsBeginningWith = (options: OptionsByAccount, writer: Writer): TargetFieldsByKey =>
  Object.fromEntries(
    writer.accounts.list.flatMap(({ id, platform }) => {
      const known = filledIn(fieldsOf(platform, writer), options[id] ?? {});
      return Object.keys(known).length > 0 ? [[targetKey(id), { ...untouchedTarget, options: known }]] : [];
    }),
  );

/** Returns the options to remember after a post. Accounts that the post does not use keep their earlier options. */
export const optionsAfter = ({ accountIds, targets }: PostFields, writer: Writer): OptionsByAccount => ({
  ...readAccountMemory(writer.id).options,
  ...Object.fromEntries(
    writer.accounts.list
      .filter(({ id }) => accountIds.includes(String(id)))
      .map(({ id, platform }) => {
        const { options } = targets[targetKey(id)] ?? untouchedTarget;
        return [id, worthRemembering(fieldsOf(platform, writer), options)];
      }),
  ),
});

const fieldsOf = (platform: string, { platforms }: Writer): readonly OptionField[] =>
  platforms.find((one) => one.platform === platform)?.options ?? [];

/** Returns the values that the next post on the account probably has too: choices and flags, but no texts. */
const worthRemembering = (fields: readonly OptionField[], options: PublishOptions): PublishOptions =>
  pickedBy(fields, options, () => true);

/** Returns the remembered values that a new form contains. */
const filledIn = (fields: readonly OptionField[], remembered: PublishOptions): PublishOptions =>
  pickedBy(fields, remembered, ({ byHand }) => byHand !== true);

/** Returns the remembered values that the form may not fill in by itself and the user has not chosen yet. */
export const offeredAgain = (
  fields: readonly OptionField[],
  remembered: PublishOptions,
  options: PublishOptions,
): PublishOptions =>
  pickedBy(fields, remembered, ({ byHand, name }) => byHand === true && options[name] === undefined);

function pickedBy(
  fields: readonly OptionField[],
  values: PublishOptions,
  isIncluded: (field: OptionField) => boolean,
): PublishOptions {
  const included = fields.filter((field) => isKept(field, values[field.name]) && isIncluded(field));
  return Object.fromEntries(
    included.flatMap(({ name }) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Whether a value is worth remembering. A choice of the account is not checked, because only the platform knows these choices. */
function isKept(field: OptionField, value: unknown): boolean {
  if (field.kind === 'flag') return typeof value === 'boolean';
  if (field.kind !== 'choice' || typeof value !== 'string') return false;
  return field.fromAccount === true || field.choices.some((choice) => choice.value === value);
}
