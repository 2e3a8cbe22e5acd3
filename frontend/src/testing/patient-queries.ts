import { configure, getConfig } from '@testing-library/dom';

// Specs share Testing Library, so this file changes its settings only once.

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
