import { expect, it } from '@jest/globals';
import { isLoopback } from './is-loopback.ts';

it.each(['localhost', 'app.localhost', '127.0.0.1', '127.8.8.8', '::1', '[::1]'])(
  'accepts %s as reachable from this machine only',
  (address) => {
    expect(isLoopback(address)).toBe(true);
  },
);
it.each(['0.0.0.0', '::', '10.0.0.1', 'localhost.example', '127.0.0.1.example'])(
  'treats %s as reachable from other machines',
  (address) => {
    expect(isLoopback(address)).toBe(false);
  },
);
