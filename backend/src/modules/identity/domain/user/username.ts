import { isReservedHandle } from './reserved-handles.ts';

const MIN = 3;
const MAX = 24;
const FALLBACK = 'user';

/** Derives a public name from the part of a mail address before `@` or `+`. The name contains only letters, digits and `_`. */
export function usernameFor(email: string): string {
  const [local = ''] = email.split(/[@+]/, 1);
  const word = local
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX)
    .replace(/^_+|_+$/g, '');
  const isAllowed = word.length >= MIN && !isReservedHandle(word);
  return isAllowed ? word : `${FALLBACK}${word && `_${word}`}`;
}
