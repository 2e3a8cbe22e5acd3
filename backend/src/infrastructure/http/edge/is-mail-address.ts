import { isEmail, ValidateBy, type ValidationOptions } from 'class-validator';
import { canonicalAddress } from '#infrastructure/config/mail-address.ts';

/** As IsEmail, but without the signs that quotes would let through; true of the canonical form as well. */
export const IsMailAddress = (options: ValidationOptions) =>
  ValidateBy({ name: 'isMailAddress', validator: { validate: isMailAddress } }, options);

function isMailAddress(value: unknown): boolean {
  // Half an emoji makes `isEmail` itself fail.
  if (typeof value !== 'string' || /\p{Surrogate}/u.test(value) || !isEmail(value)) return false;
  const canonical = canonicalAddress(value);
  return canonical !== null && isEmail(canonical);
}
