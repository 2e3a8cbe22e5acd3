import { configure, getConfig } from '@testing-library/dom';

// Screens and cards are fetched when they are wanted, and the first one in a file on a busy machine takes its time.
configure({ asyncUtilTimeout: 15_000 });

const { getElementError } = getConfig();
// A wait looks again and again. Only its last look needs the whole screen as text.
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
