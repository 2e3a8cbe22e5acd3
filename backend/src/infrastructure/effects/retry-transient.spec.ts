import { expect, it, jest } from '@jest/globals';
import { retryTransient } from './retry-transient.ts';

const refused = (code: string) => Object.assign(new Error('refused'), { code });
const storing = (error: Error) =>
  jest.fn<() => Promise<string>>().mockRejectedValueOnce(error).mockResolvedValue('stored');
const never = new AbortController().signal;

it.each([
  ['takes no writes during a failover', refused('25006')],
  ['gives no response', new Error('Query read timeout')],
  ['ends the statement because a lock is held for too long', refused('57014')],
  ['gives no lock in time', refused('55P03')],
  ['ends one of two transactions that wait for each other', refused('40P01')],
])('stores an outcome again when the database %s', async (_, error) => {
  const store = storing(error);
  expect(await retryTransient(store, never)).toBe('stored');
  expect(store).toHaveBeenCalledTimes(2);
});

it('does not repeat work that fails because of its own data', async () => {
  const store = storing(refused('23505'));
  await expect(retryTransient(store, never)).rejects.toThrow('refused');
  expect(store).toHaveBeenCalledTimes(1);
});
