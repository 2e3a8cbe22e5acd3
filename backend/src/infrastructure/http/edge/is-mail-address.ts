import { isEmail, ValidateBy, type ValidationOptions } from 'class-validator';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';

/** Like IsEmail, but refuses the characters that quotes would allow. Holds for the canonical form as well. */
export const IsMailAddress = (options: ValidationOptions) =>
  ValidateBy({ name: 'isMailAddress', validator: { validate: isMailAddress } }, options);

function isMailAddress(value: unknown): boolean {
  // Half an emoji makes `isEmail` itself throw.
  if (typeof value !== 'string' || /\p{Surrogate}/u.test(value) || !isEmail(value)) return false;
  const canonical = canonicalAddress(value);
  return canonical !== null && isEmail(canonical);
}
