const { JSDOM, VirtualConsole } = require('jsdom');
const OneRealmEnvironment = require('./environment.cjs');
const timers = require('./timers.cjs');

// All spec files of a worker share one document, because modules that stay loaded keep it. It is emptied after each file.

const START = 'http://localhost/';
/** Names that jsdom has too, but for which Node's own are used: `fetch` refuses those of jsdom, and timers end with the file. */
const NODES = new Set([
  ...['AbortController', 'AbortSignal', 'Blob', 'FormData', 'Headers', 'URL', 'URLSearchParams'],
  ...['console', 'crypto', 'performance', 'queueMicrotask', ...timers.names],
]);

let opened;
const openOnce = () => (opened ??= open());

function open() {
  const virtualConsole = new VirtualConsole();
  virtualConsole.on('jsdomError', (error) => globalThis.console.error(error));
  const { window } = new JSDOM('<!DOCTYPE html>', { pretendToBeVisual: true, url: START, virtualConsole });
  for (const name of NODES) {
    if (name !== 'console')
      Object.defineProperty(window, name, { get: () => globalThis[name], configurable: true });
  }
  failOnErrors(window);
  return { window, names: namesOf(window) };
}

/** Lets an error fail the current test, unless a listener handles it. Jest's own environment for jsdom does the same. */
function failOnErrors(window) {
  const { addEventListener, removeEventListener } = window;
  let handlers = 0;
  addEventListener.call(window, 'error', ({ error }) => {
    if (handlers === 0 && error != null) process.emit('uncaughtException', error);
  });
  window.addEventListener = (...args) => {
    if (args[0] === 'error') handlers += 1;
    return addEventListener.apply(window, args);
  };
  window.removeEventListener = (...args) => {
    if (args[0] === 'error') handlers -= 1;
    return removeEventListener.apply(window, args);
  };
}

/** @returns names of a browser's global object, without those of the language */
function namesOf(window) {
  const names = new Set();
  for (let at = window; at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  return [...names].filter(
    (name) =>
      !name.startsWith('_') &&
      name !== 'constructor' &&
      !NODES.has(name) &&
      !(name in globalThis && Object.is(window[name], globalThis[name])),
  );
}

/** @returns descriptor of a global name that reads and writes the window */
function forwarding(window, name) {
  const value = name === 'self' ? globalThis : window[name];
  const isFixed = ['document', 'self', 'window'].includes(name);
  if (isFixed || (typeof value === 'function' && /^[A-Z]/u.test(name)))
    return { value, writable: true, configurable: true };
  return {
    configurable: true,
    get: () => (typeof window[name] === 'function' ? window[name].bind(window) : window[name]),
    set: (changed) => {
      window[name] = changed;
    },
  };
}

/** @returns function that removes the window's names from the global object */
function install({ window, names }) {
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const name of names) Object.defineProperty(globalThis, name, forwarding(window, name));
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete globalThis[name];
    }
  };
}

function empty({ document, history, localStorage, sessionStorage }) {
  for (const element of [document.head, document.body]) element.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', START);
}

/** An environment of `environment.cjs` with a document. */
module.exports = class DocumentEnvironment extends OneRealmEnvironment {
  constructor(...args) {
    super(...args);
    const removals = [timers.install(), install(openOnce())];
    // The names stay until a file without a document begins, because late responses may still use them.
    OneRealmEnvironment.removeDocument = () => {
      for (const remove of removals) remove();
      OneRealmEnvironment.removeDocument = undefined;
    };
  }

  async teardown() {
    await timers.end();
    empty(opened.window);
    await super.teardown();
  }
};
