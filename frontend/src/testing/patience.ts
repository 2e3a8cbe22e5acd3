import { beforeEach } from '@jest/globals';
import { configure, getConfig } from '@testing-library/dom';

// Screens and cards load on demand, and the first one in a spec file is slow on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

const { getElementError } = getConfig();
// A wait checks many times. Only the last check needs the screen as text for its error message.
configure({
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    return isWaiting
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container);
  },
});

// Testing Library still wraps user events in `act`. Responses of the server arrive outside `act`, as in a browser.
// Without this setting, React would print a warning with a stack for each change by a response.
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});
