import { ValidateBy, type ValidationOptions } from 'class-validator';

/** U+2800 is drawn as nothing, and Unicode has it among the signs. */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** What ends a line, or what a terminal or a mail would obey. */
const OBEYED = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** A text with something in it that people see. */
export const IsSeen = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isSeen',
      validator: { validate: (value: unknown) => typeof value === 'string' && SEEN.test(value) },
    },
    options,
  );

/** A text without ends of lines and other control characters. */
export const IsOneLine = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isOneLine',
      validator: { validate: (value: unknown) => typeof value === 'string' && !OBEYED.test(value) },
    },
    options,
  );
