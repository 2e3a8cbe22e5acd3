import { beforeEach, jest } from '@jest/globals';
import './patient-queries.ts';

// The first screen in a spec file is slow on a busy machine.
jest.setTimeout(60_000);

// Testing Library still wraps user events in `act`. Responses of the server arrive outside `act`, as in a browser.
// Without this setting, React would print a warning with a stack for each change by a response.
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});
