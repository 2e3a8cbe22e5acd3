// Timers of a spec file with a document end with the file, as those of a closed page. Modules keep these functions, so all files use the same ones.
const nodes = {};
for (const kind of ['Timeout', 'Interval', 'Immediate'])
  for (const name of [`set${kind}`, `clear${kind}`]) nodes[name] = globalThis[name];
/** Modules wait this long at most to do several things at once. Such a timer runs, because the next file shares the module. */
const SHORT_MILLISECONDS = 100;
const long = new Set();
const soon = new Set();

/** @returns `start` that remembers what it has started until that has run */
const remembering = (start, isSoon) =>
  Object.defineProperties((run, ...rest) => {
    const remembered = isSoon(...rest) ? soon : long;
    const started = start(
      (...args) => {
        if (start !== nodes.setInterval) remembered.delete(started);
        run(...args);
      },
      ...rest,
    );
    remembered.add(started);
    return started;
  }, Object.getOwnPropertyDescriptors(start));
const forgetting = (clear) => (started) => {
  long.delete(started);
  soon.delete(started);
  clear(started);
};

const own = {
  setTimeout: remembering(nodes.setTimeout, (milliseconds = 0) => milliseconds <= SHORT_MILLISECONDS),
  setInterval: remembering(nodes.setInterval, () => false),
  setImmediate: remembering(nodes.setImmediate, () => true),
  clearTimeout: forgetting(nodes.clearTimeout),
  clearInterval: forgetting(nodes.clearInterval),
  clearImmediate: forgetting(nodes.clearImmediate),
};

/** @returns function that puts Node's functions back */
const install = () => {
  Object.assign(globalThis, own);
  return () => Object.assign(globalThis, nodes);
};

/** Waits for work that begins soon, such as that of React's scheduler, and for responses of the fake server. Then it ends all other timers. */
const end = async () => {
  for (let round = 0; round < 20 || (soon.size > 0 && round < 1000); round += 1)
    await new Promise((resolve) => nodes.setTimeout(resolve, 1));
  for (const timer of long) nodes.clearTimeout(timer);
  long.clear();
};

module.exports = { names: Object.keys(own), install, end };
