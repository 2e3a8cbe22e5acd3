import { expect, it } from '@jest/globals';
import { isLoopback } from './is-loopback.ts';

it.each(['localhost', 'app.localhost', '127.0.0.1', '127.8.8.8', '::1', '[::1]'])(
  'knows that only this machine reaches %s',
  (address) => {
    expect(isLoopback(address)).toBe(true);
  },
);
it.each(['0.0.0.0', '::', '10.0.0.1', 'localhost.example', '127.0.0.1.example'])(
  'knows that others may reach %s',
  (address) => {
    expect(isLoopback(address)).toBe(false);
  },
);
