import { afterEach } from '@jest/globals';
import { cleanup } from '@testing-library/react';

// Testing Library registers this hook when it is loaded, which happens only in the first file of a worker.
afterEach(cleanup);
