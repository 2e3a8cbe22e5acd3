import { isReservedHandle } from './reserved-handles.ts';

const MIN = 3;
const MAX = 24;
const FALLBACK = 'user';

/** Derives a public name from an address: the part before `@`, in letters that an address bar shows unchanged. */
export function usernameFor(email: string): string {
  const [local = ''] = email.split(/[@+]/, 1);
  const word = local
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX)
    .replace(/^_+|_+$/g, '');
  const fits = word.length >= MIN && !isReservedHandle(word);
  return fits ? word : `${FALLBACK}${word && `_${word}`}`;
}
