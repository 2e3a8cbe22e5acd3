import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { readAccountMemory, type AccountMemory } from './account-memory.ts';
import type { PostFields } from './post-fields.ts';
import { targetKey, untouchedTarget, type TargetFieldsByKey } from './target-fields.ts';
import type { Writer } from './writer.ts';

type OptionsByAccount = NonNullable<AccountMemory['options']>;

/** What a new form begins with on each account: the options of the last post there. */
export const targetsBeginningWith = (options: OptionsByAccount, writer: Writer): TargetFieldsByKey =>
  Object.fromEntries(
    writer.accounts.list.flatMap(({ id, platform }) => {
      const known = filledIn(fieldsOf(platform, writer), options[id] ?? {});
      return Object.keys(known).length > 0 ? [[targetKey(id), { ...untouchedTarget, options: known }]] : [];
    }),
  );

/** The memory after a post: its options, and the earlier ones of accounts that it does not have. */
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

/** Values that the next post on the account is likely to have as well: choices and flags, but no words. */
const worthRemembering = (fields: readonly OptionField[], options: PublishOptions): PublishOptions =>
  pickedBy(fields, options, () => true);

/** The remembered values that a new form begins with. */
const filledIn = (fields: readonly OptionField[], remembered: PublishOptions): PublishOptions =>
  pickedBy(fields, remembered, ({ byHand }) => byHand !== true);

/** The remembered values that only a person may fill in, without those that the form has. */
export const offeredAgain = (
  fields: readonly OptionField[],
  remembered: PublishOptions,
  options: PublishOptions,
): PublishOptions =>
  pickedBy(fields, remembered, ({ byHand, name }) => byHand === true && options[name] === undefined);

function pickedBy(
  fields: readonly OptionField[],
  values: PublishOptions,
  isWanted: (field: OptionField) => boolean,
): PublishOptions {
  const wanted = fields.filter((field) => isKept(field, values[field.name]) && isWanted(field));
  return Object.fromEntries(
    wanted.flatMap(({ name }) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Only the platform knows the choices of an account. */
function isKept(field: OptionField, value: unknown): boolean {
  if (field.kind === 'flag') return typeof value === 'boolean';
  if (field.kind !== 'choice' || typeof value !== 'string') return false;
  return field.fromAccount === true || field.choices.some((choice) => choice.value === value);
}
