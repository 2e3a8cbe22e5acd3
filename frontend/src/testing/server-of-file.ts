import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { server } from './fake-server.ts';

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' });
});
afterEach(() => {
  server.resetHandlers();
});
afterAll(() => {
  server.close();
});
