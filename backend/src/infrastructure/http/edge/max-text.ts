import { textLength } from '@posthorn/contracts/shared/text';
import { ValidateBy, type ValidationOptions } from 'class-validator';

/** Like MaxLength, but counts code points as the form does. */
export const MaxText = (max: number, options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'maxText',
      constraints: [max],
      validator: { validate: (value: unknown) => typeof value === 'string' && textLength(value) <= max },
    },
    options,
  );
