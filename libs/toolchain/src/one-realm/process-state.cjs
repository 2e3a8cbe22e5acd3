// What a spec file can change outside its modules. Each function stores the current state and returns a function that restores it.

/** The messages of `google-protobuf` are here. A test may load it, and the worker does not load it again for the next file. */
const KEPT_GLOBALS = new Set(['proto']);

const globals = () => {
  const before = Object.getOwnPropertyDescriptors(globalThis);
  return () => {
    for (const key of Reflect.ownKeys(globalThis))
      if (!(key in before) && !KEPT_GLOBALS.has(key)) delete globalThis[key];
    for (const key of Reflect.ownKeys(before)) {
      // Uses descriptors, because reading a value would load what Node loads lazily.
      const now = Object.getOwnPropertyDescriptor(globalThis, key);
      if (isSame(now, before[key])) continue;
      if (now?.configurable === false) globalThis[key] = before[key].value;
      else Object.defineProperty(globalThis, key, before[key]);
    }
  };
};

const isSame = (one, other) =>
  one !== undefined && Object.is(one.value, other.value) && one.get === other.get && one.set === other.set;

const variables = () => {
  const { env } = process;
  const before = { ...env };
  return () => {
    process.env = env;
    for (const name of Object.keys(env)) if (!(name in before)) delete env[name];
    for (const [name, value] of Object.entries(before)) if (env[name] !== value) env[name] = value;
  };
};

// Includes the listeners of packages: `async-exit-hook` listens for messages, and a process that listens for messages does not end by
// itself.
const listeners = () => {
  const before = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  return () => {
    for (const name of process.eventNames()) {
      for (const listener of process.rawListeners(name)) {
        if (!before.get(name)?.includes(listener)) process.removeListener(name, listener);
      }
    }
  };
};

const folder = () => {
  const before = process.cwd();
  return () => {
    if (process.cwd() !== before) process.chdir(before);
  };
};

// Jest gives each file a separate console, which reports later output as an error.
const consoleOf = () => {
  const before = globalThis.console;
  return () => {
    globalThis.console = before;
  };
};

// Jest wraps `exit` for each file.
const exit = () => {
  const { exit, exitCode } = process;
  return () => {
    process.exit = exit;
    process.exitCode = exitCode;
  };
};

module.exports = { globals, variables, listeners, folder, console: consoleOf, exit };
