import { ValidateBy, type ValidationOptions } from 'class-validator';

/** U+2800 looks empty, but Unicode lists it as a symbol. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Characters that end a line, or that a terminal or mail program would interpret. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Accepts a text with at least one visible character. */
export const HasVisibleText = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isSeen',
      validator: { validate: (value: unknown) => typeof value === 'string' && VISIBLE.test(value) },
    },
    options,
  );

/** Accepts a text without line ends and other control characters. */
export const IsOneLine = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isOneLine',
      validator: { validate: (value: unknown) => typeof value === 'string' && !CONTROL.test(value) },
    },
    options,
  );
